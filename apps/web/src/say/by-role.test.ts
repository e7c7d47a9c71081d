import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { type SeededMerchant, seed } from '@tillgate/domain/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertPayment } from '../graphql/graphql.fixture.ts';
import { callerOf, signedIn, testDeps } from '../trpc/testing.ts';

let test: TestDatabase;
let deps: Awaited<ReturnType<typeof testDeps>>;
let shop: SeededMerchant;
let paymentId: string;
beforeAll(async () => {
  test = await testDatabase();
  deps = await testDeps(test);
  shop = await seed(deps.seeding).owner().application().member('developer').member('support').mint();
  const tenant = { applicationId: shop.applicationId, environment: 'sandbox' } as const;
  paymentId = await insertPayment(deps.seeding.db, { ...tenant, source: 'stk', status: 'failed', resultCode: '2001' });
});
afterAll(() => test?.close());

/** The pages of a member, in a language. */
function pagesOf(role: 'developer' | 'support', locale = 'en') {
  const member = shop.members.find((each) => each.role === role);
  if (!member) throw new Error(`The shop has no ${role}.`);
  return callerOf(deps, signedIn(deps, member), { headers: new Headers({ cookie: `tillgate-locale=${locale}` }) });
}

const tenant = () => ({ applicationId: shop.applicationId, environment: 'sandbox' as const });

describe('a failed payment', () => {
  it('tells support what to tell the customer, and a developer what to change', async () => {
    const { decoded: counter } = await pagesOf('support').payments.get({ ...tenant(), paymentId });
    expect(counter).toMatchObject({ cause: 'The customer entered a wrong PIN. Ask them to try again.', fix: null });
    const { decoded: developer } = await pagesOf('developer').payments.get({ ...tenant(), paymentId });
    expect(developer?.fix).toContain('new idempotency key');
  });

  it('tells what to tell the customer on Collect, whoever is there', async () => {
    const { decoded } = await pagesOf('developer').collect.progress({ ...tenant(), paymentId });
    expect(decoded).toMatchObject({ cause: 'The customer entered a wrong PIN. Ask them to try again.', fix: null });
  });

  it('is in Swahili for those who read Swahili: detail, list and reasons', async () => {
    const pages = pagesOf('support', 'sw');
    const { decoded } = await pages.payments.get({ ...tenant(), paymentId });
    expect(decoded?.cause).toBe('Mteja aliweka PIN isiyo sahihi. Mwombe ajaribu tena.');
    const { payments } = await pages.payments.list({ ...tenant() });
    expect(payments[0]?.reason?.title).toBe('PIN si sahihi');
    expect(await pages.payments.reasons(tenant())).toMatchObject([{ code: '2001', title: 'PIN si sahihi' }]);
  });
});
