import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { readMailText } from '@tillgate/domain/mails';
import { type SeededMerchant, seed } from '@tillgate/domain/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { answerTrpc } from './answer.ts';
import type { Meta } from './init.ts';
import { SignInRequired } from './refusals.ts';
import { appRouter } from './root.ts';
import { callerOf, fieldsFor, signedIn, testDeps } from './testing.ts';

let test: TestDatabase;
let deps: Awaited<ReturnType<typeof testDeps>>;
let shop: SeededMerchant;

beforeAll(async () => {
  test = await testDatabase();
  deps = await testDeps(test);
});
beforeEach(async () => {
  shop = await seed(deps.seeding).owner().application().mint();
});
afterAll(() => test?.close());

const scoped = Object.entries(appRouter._def.procedures).flatMap(([path, procedure]) => {
  const { meta } = (procedure as unknown as { _def: { meta?: Meta } })._def;
  return meta?.scope === 'tenant' || meta?.scope === 'organization' ? [path] : [];
});
const demand = (requiredSignIn: 'second_factor' | 'sso' | null) =>
  test.database.prisma.organization.update({ where: { id: shop.organizationId }, data: { requiredSignIn } });
const own = (environment: 'sandbox' | 'production') => ({
  organizationId: shop.organizationId,
  applicationId: shop.applicationId,
  environment,
});
const proofs = {
  password: { method: 'password', secondFactor: false },
  code: { method: 'password', secondFactor: true },
  sso: { method: 'oidc', secondFactor: false },
  old: { method: null, secondFactor: false },
} as const;

async function refusalOf(path: string, proof: keyof typeof proofs, input: Record<string, unknown>): Promise<unknown> {
  const person = signedIn(deps, shop.owner, { signIn: proofs[proof] });
  const caller = callerOf(deps, person) as unknown as Record<
    string,
    Record<string, (input: unknown) => Promise<unknown>>
  >;
  const [router = '', name = ''] = path.split('.');
  return caller[router]?.[name]?.(fieldsFor(path, input)).then(
    () => undefined,
    (error: { cause?: unknown }) => error.cause,
  );
}

describe('an organization that requires something of every session', () => {
  it.each([
    ['sso', 'password'],
    ['sso', 'code'],
    ['sso', 'old'],
    ['second_factor', 'password'],
    ['second_factor', 'sso'],
    ['second_factor', 'old'],
  ] as const)('is closed by every procedure: %s to a session by %s', async (requirement, proof) => {
    await demand(requirement);
    expect(scoped.length).toBeGreaterThan(50);
    for (const path of scoped) {
      for (const environment of ['sandbox', 'production'] as const) {
        expect(await refusalOf(path, proof, own(environment)), path).toBeInstanceOf(SignInRequired);
      }
    }
  });

  it.each([
    ['sso', 'sso'],
    ['second_factor', 'code'],
    [null, 'old'],
  ] as const)('is open: %s to a session by %s', async (requirement, proof) => {
    await demand(requirement);
    expect(await refusalOf('navigation.tenant', proof, own('sandbox'))).toBeUndefined();
    expect(await refusalOf('members.list', proof, own('sandbox'))).toBeUndefined();
  });

  it('tells the page why, and shows of itself its name alone', async () => {
    await demand('sso');
    const person = signedIn(deps, shop.owner);
    const input = encodeURIComponent(JSON.stringify(own('sandbox')));
    const request = new Request(`http://localhost:3000/api/trpc/payments.list?input=${input}`);
    const response = await answerTrpc(request, deps, async () => person);
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ error: { data: { reason: 'sign_in_required' } } });
    const { places } = await callerOf(deps, person).navigation.places();
    expect(places).toMatchObject([{ organizationId: shop.organizationId, needs: 'sso', applications: [] }]);
  });

  it('is set by an owner with a fresh proof, whose own session must have what is required', async () => {
    const { organizationId } = shop;
    const input = { organizationId, requirement: 'second_factor' as const };
    const stale = callerOf(deps, signedIn(deps, shop.owner, { minutesAgo: 11 }));
    await expect(stale.organizations.requireSignIn(input)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    const fresh = callerOf(deps, signedIn(deps, shop.owner));
    await expect(fresh.organizations.requireSignIn(input)).rejects.toMatchObject({ code: 'UNPROCESSABLE_CONTENT' });
    await expect(fresh.organizations.requireSignIn({ organizationId, requirement: 'sso' })).rejects.toMatchObject({
      code: 'UNPROCESSABLE_CONTENT',
    });
    await fresh.organizations.requireSignIn({ organizationId, requirement: null });
    expect(await fresh.organizations.signInRule({ organizationId })).toEqual({
      requirement: null,
      mayChange: true,
      providerName: null,
      own: { method: 'password', secondFactor: false },
    });
  });
});

it('who completes a mailed reset takes a known browser along', async () => {
  const kept: string[] = [];
  const nobody = callerOf(deps, undefined, {
    keepDevice: async (device) => {
      kept.push(device);
    },
  });
  await nobody.identity.requestPasswordReset({ email: shop.owner.email });
  const mail = await test.database.prisma.mail.findFirstOrThrow({ where: { to: shop.owner.email } });
  const token = /token=([A-Za-z0-9_-]+)/.exec(readMailText(deps.seeding.open, mail))?.[1] ?? '';
  await nobody.identity.resetPassword({ token, password: 'mango lori samaki 74' });
  expect(kept).toHaveLength(1);
});
