import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { type SeededMerchant, seed } from '@tillgate/domain/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Person } from '@/auth';
import { signedIn, testDeps } from '@/trpc/testing';
import { answerList } from './answer-list.ts';

let test: TestDatabase;
let deps: Awaited<ReturnType<typeof testDeps>>;
let shop: SeededMerchant;
beforeAll(async () => {
  test = await testDatabase();
  deps = await testDeps(test);
  shop = await seed(deps.seeding).owner().application().member('finance').member('support').mint();
});
afterAll(() => test?.close());

const personOf = (role: 'finance' | 'support') =>
  signedIn(deps, shop.members.find((member) => member.role === role) ?? shop.owner);

const payroll = 'Phone,Amount,Name\n0712345678,1500,Amina\n0712,2500,John\n';

type Sent = {
  person?: Person | undefined;
  body?: BodyInit;
  list?: unknown;
  headers?: Record<string, string>;
  environment?: string;
};

async function send({ person, body = payroll, list, headers, environment = 'sandbox' }: Sent) {
  const facts = { name: 'Payroll', commandId: 'SalaryPayment', fileName: 'may.csv', requestKey: 'request-1' };
  const query = new URLSearchParams({
    list: typeof list === 'string' ? list : JSON.stringify({ ...facts, ...(list as object) }),
  });
  const request = new Request(`http://localhost:3000/api/payout-lists?${query}`, {
    method: 'POST',
    headers: { 'sec-fetch-site': 'same-origin', ...headers },
    body,
    duplex: 'half',
  } as RequestInit);
  const answer = await answerList(request, deps, async () => person, {
    applicationId: shop.applicationId,
    environment,
  });
  return { status: answer.status, body: await answer.json() };
}

const kept = () => test.database.prisma.payoutBatch.count();

describe('a list that is sent up', () => {
  it('becomes a batch, the same one when it is sent again', async () => {
    const first = await send({ person: personOf('finance') });
    expect(first).toMatchObject({ status: 200, body: { status: 'checking' } });
    expect(await send({ person: personOf('finance') })).toEqual(first);
    const batch = await test.database.prisma.payoutBatch.findUniqueOrThrow({
      where: { id: first.body.batchId },
      include: { rows: { orderBy: { number: 'asc' } } },
    });
    expect(batch).toMatchObject({ name: 'Payroll', fileName: 'may.csv', fileBytes: payroll.length });
    expect(batch.rows.map(({ state }) => state)).toEqual(['good', 'refused']);
  });

  it('asks for columns that are unclear, and keeps nothing', async () => {
    const before = await kept();
    const body = 'Mobile,Amount,Amount\n0712345678,1,2\n';
    expect(await send({ person: personOf('finance'), body })).toMatchObject({
      status: 200,
      body: { is: 'unclear', headings: ['Mobile', 'Amount', 'Amount'], found: { phone: 0 } },
    });
    expect(await kept()).toBe(before);
    const mapping = { headingRow: 1, columns: { phone: 0, amount: 2 } };
    expect(await send({ person: personOf('finance'), body, list: { mapping } })).toMatchObject({ status: 200 });
  });

  it.each([
    ['from nobody', {}, 401],
    ['from a role without the right', { role: 'support' as const }, 403],
    ['from another site', { role: 'finance' as const, headers: { 'sec-fetch-site': 'cross-site' } }, 403],
    ['for no environment', { role: 'finance' as const, environment: 'elsewhere' }, 404],
    ['with no facts', { role: 'finance' as const, list: 'nonsense' }, 422],
    ['with a field that nobody knows', { role: 'finance' as const, list: { applicationID: 'x' } }, 422],
    ['that is no list', { role: 'finance' as const, body: '%PDF-1.7\n%binary' }, 422],
    ['that is too large', { role: 'finance' as const, body: 'x'.repeat(5_000_001) }, 413],
  ])('is refused %s', async (_name, { role, ...sent }: Sent & { role?: 'finance' | 'support' }, status) => {
    const before = await kept();
    expect((await send({ person: role && personOf(role), ...sent })).status).toBe(status);
    expect(await kept()).toBe(before);
  });
});
