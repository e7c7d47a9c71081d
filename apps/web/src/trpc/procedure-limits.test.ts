import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { type SeededMerchant, seed } from '@tillgate/domain/testing';
import { TRPCError } from '@trpc/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { peerHeader } from '@/security/peer';
import { answerTrpc } from './answer.ts';
import type { Meta } from './init.ts';
import { patternCost, searchCost } from './procedure-limits.ts';
import { appRouter } from './root.ts';
import { callerOf, fieldsFor, signedIn, testDeps } from './testing.ts';

let test: TestDatabase;
let shop: SeededMerchant;
let other: SeededMerchant;
beforeAll(async () => {
  test = await testDatabase();
  const deps = await testDeps(test);
  shop = await seed(deps.seeding).owner().application().member('admin').mint();
  other = await seed(deps.seeding).owner().application().mint();
});
afterAll(() => test?.close());

type Deps = Awaited<ReturnType<typeof testDeps>>;
type Limits = Partial<Record<'person' | 'organization' | 'address', number>>;

/** A dashboard whose counters are its own. */
function dashboard(limits: Limits): Promise<Deps> {
  const rule = (count = 1_000) => ({ count, seconds: 60 });
  const { person, organization, address } = limits;
  return testDeps(test, {
    rules: { person: rule(person), organization: rule(organization), address: rule(address) },
  });
}

const procedures = Object.entries(appRouter._def.procedures).map(([path, procedure]) => {
  const { meta } = (procedure as unknown as { _def: { meta?: Meta } })._def;
  return { path, meta };
});
const own = () => ({
  organizationId: shop.organizationId,
  applicationId: shop.applicationId,
  environment: 'sandbox' as const,
});
const browser = () => new Headers({ [peerHeader()]: '203.0.113.9' });

/** What a procedure refused with; undefined when it answered. */
async function codeOf(deps: Deps, path: string, input: unknown = own()): Promise<string | undefined> {
  type Caller = Record<string, Record<string, (input: unknown) => Promise<unknown>>>;
  const caller = callerOf(deps, signedIn(deps, shop.owner), { headers: browser() }) as unknown as Caller;
  const [router = '', name = ''] = path.split('.');
  try {
    await caller[router]?.[name]?.(input);
    return undefined;
  } catch (error) {
    return error instanceof TRPCError ? error.code : String(error);
  }
}

describe('every procedure', () => {
  const limited: Record<Meta['scope'], keyof Limits> = {
    public: 'address',
    person: 'person',
    organization: 'person',
    tenant: 'person',
  };
  it.each(procedures)('is behind the limit of whoever calls it: $path', async ({ path, meta }) => {
    const scope = meta?.scope ?? 'tenant';
    const deps = await dashboard({ [limited[scope]]: 1 });
    // The first call uses the limit up.
    if (scope === 'public') await codeOf(deps, 'identity.signUp', {});
    else await codeOf(deps, 'navigation.places', undefined);
    expect(await codeOf(deps, path)).toBe('TOO_MANY_REQUESTS');
  });

  it.each(procedures.filter(({ meta }) => meta?.scope === 'tenant' || meta?.scope === 'organization'))(
    'of an organization is behind the limit of all its people: $path',
    async ({ path }) => {
      const deps = await dashboard({ organization: 1 });
      const [admin] = shop.members;
      await callerOf(deps, signedIn(deps, admin ?? shop.owner)).members.list({ organizationId: shop.organizationId });
      expect(await codeOf(deps, path)).toBe('TOO_MANY_REQUESTS');
    },
  );
});

describe('the limits', () => {
  it('say in how many seconds to come back, with the status 429', async () => {
    const deps = await dashboard({ person: 1 });
    const ask = () => {
      const url = 'http://localhost:3000/api/trpc/navigation.places';
      const headers = { 'sec-fetch-site': 'same-origin' };
      return answerTrpc(new Request(url, { headers }), deps, async () => signedIn(deps, shop.owner));
    };
    expect((await ask()).status).toBe(200);
    const refused = await ask();
    expect(refused.status).toBe(429);
    const { error } = (await refused.json()) as { error: { message: string; data: Record<string, unknown> } };
    expect(error.data).toMatchObject({ domainCode: 'rate_limited', retryAfterSeconds: expect.any(Number) });
    expect(error.message).toMatch(/^Too many attempts\. Try again in \d+ seconds\.$/);
  });

  it('count each procedure of a batch', async () => {
    const deps = await dashboard({ person: 3 });
    const names = Array.from({ length: 5 }, () => 'navigation.places').join(',');
    const url = `http://localhost:3000/api/trpc/${names}?batch=1&input={}`;
    const request = new Request(url, { headers: { 'sec-fetch-site': 'same-origin' } });
    const response = await answerTrpc(request, deps, async () => signedIn(deps, shop.owner));
    const results = (await response.json()) as { error?: object }[];
    expect(results.filter(({ error }) => error)).toHaveLength(2);
  });

  it('are of one person and of one organization', async () => {
    const deps = await dashboard({ person: 1, organization: 2 });
    const list = (person: { userId: string; email: string }, shopOf: SeededMerchant) =>
      callerOf(deps, signedIn(deps, person)).members.list({ organizationId: shopOf.organizationId });
    await list(shop.owner, shop);
    await expect(list(shop.owner, shop)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    await list(shop.members[0] ?? other.owner, shop);
    await list(other.owner, other);
  });

  it('count what is expensive as more', async () => {
    const costs = procedures.filter(({ meta }) => meta?.cost).map(({ path, meta }) => [path, meta?.cost]);
    expect(costs).toEqual([
      ['batches.permitUpload', 20],
      ['batches.copy', 20],
      ['days.list', 5],
      ['exports.count', 20],
      ['exports.create', 20],
      ['exports.schedule', 20],
      ['float.explain', 3],
      ['guard.tryRule', patternCost],
      ['guard.previewFile', 20],
      ['guard.importFile', 20],
      ['offline.tryRules', patternCost],
      ['payments.total', 3],
      ['payouts.total', 3],
      ['reconciliation.calendar', 5],
      ['reconciliation.confirmationGaps', 5],
      ['reconciliation.balance', 5],
      ['reconciliation.permitUpload', 40],
      ['reconciliation.match', 20],
      ['reconciliation.takeBack', 20],
      ['reports.collections', 5],
      ['reports.payouts', 5],
      ['reports.settlement', 5],
      ['reports.balances', 5],
      ['search.find', searchCost],
    ]);
    const deps = await dashboard({ person: searchCost + 1 });
    expect(await codeOf(deps, 'search.find', fieldsFor('search.find', { ...own(), text: 'x' }))).toBeUndefined();
    expect(await codeOf(deps, 'search.find', fieldsFor('search.find', { ...own(), text: 'x' }))).toBe(
      'TOO_MANY_REQUESTS',
    );
  });

  it('are not met by a person who is not one: nobody is counted without an address', async () => {
    const deps = await dashboard({ address: 1 });
    const signUp = () => callerOf(deps, undefined).identity.signUp({ token: 'x', name: 'x', password: 'x' });
    for (let time = 1; time <= 3; time += 1) {
      await expect(signUp()).rejects.toMatchObject({ code: 'UNPROCESSABLE_CONTENT' });
    }
  });
});
