import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { OrganizationSuspended, suspendOrganization } from '@tillgate/domain/organizations';
import { type SeededMerchant, seed } from '@tillgate/domain/testing';
import { TRPCError } from '@trpc/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Meta } from './init.ts';
import { appRouter } from './root.ts';
import { callerOf, signedIn, testDeps } from './testing.ts';

let test: TestDatabase;
let deps: Awaited<ReturnType<typeof testDeps>>;
let shop: SeededMerchant;
beforeAll(async () => {
  test = await testDatabase();
  deps = await testDeps(test);
  shop = await seed(deps.seeding).owner().application().mint();
  await suspendOrganization(deps.seeding, { organizationId: shop.organizationId, reason: 'unpaid bills' });
});
afterAll(() => test?.close());

const procedures = Object.entries(appRouter._def.procedures).flatMap(([path, procedure]) => {
  const { meta, type } = (procedure as unknown as { _def: { meta?: Meta; type: string } })._def;
  return meta?.scope === 'tenant' || meta?.scope === 'organization' ? [{ path, meta, type }] : [];
});

/** The changes that only take access away. */
const allowed = [
  'keys.revoke',
  'members.endSessions',
  'members.leave',
  'members.remove',
  'members.revokeInvitation',
  'reportingTokens.revoke',
];

/** What a procedure refused the owner with; undefined when it answered. */
async function refusalOf(path: string): Promise<unknown> {
  type Caller = Record<string, Record<string, (input: unknown) => Promise<unknown>>>;
  const caller = callerOf(deps, signedIn(deps, shop.owner)) as unknown as Caller;
  const [router = '', name = ''] = path.split('.');
  const { organizationId, applicationId } = shop;
  try {
    await caller[router]?.[name]?.({ organizationId, applicationId, environment: 'sandbox' });
    return undefined;
  } catch (error) {
    return error instanceof TRPCError ? error.cause : error;
  }
}

describe('in a suspended organization', () => {
  it('every change is refused, unless it only takes access away', async () => {
    const changes = procedures.filter(({ type }) => type === 'mutation');
    const passed: string[] = [];
    for (const { path } of changes) {
      if (!((await refusalOf(path)) instanceof OrganizationSuspended)) passed.push(path);
    }
    expect(passed.sort()).toEqual(allowed);
    const declared = changes.filter(({ meta }) => meta.whileSuspended).map(({ path }) => path);
    expect(declared.sort()).toEqual(allowed);
  });

  it('everything can be read, and the frame says why nothing can be changed', async () => {
    for (const { path } of procedures.filter(({ type }) => type === 'query')) {
      expect(await refusalOf(path), path).not.toBeInstanceOf(OrganizationSuspended);
    }
    const { applicationId } = shop;
    const tenant = { applicationId, environment: 'production' as const };
    const { suspension } = await callerOf(deps, signedIn(deps, shop.owner)).navigation.tenant(tenant);
    expect(suspension).toEqual({ since: deps.context.clock.now().toISOString(), reason: 'unpaid bills' });
  });
});
