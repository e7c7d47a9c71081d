import type { Prisma } from '@tillgate/db';
import { type SeededMerchant, seed } from '@tillgate/domain/testing';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signedIn } from '@/trpc/testing';
import { insertPayment, testGraphql } from './graphql.fixture.ts';

let api: Awaited<ReturnType<typeof testGraphql>>;
let shop: SeededMerchant;
let token: string;

beforeAll(async () => {
  api = await testGraphql();
  shop = await seed(api.deps.seeding).owner().application().mint();
  token = await api.tokenOf(shop);
});
afterAll(() => api?.close());

const hash = () => uuidv7().replaceAll('-', '').repeat(2);
let minute = 0;

/** An open link for one order, a minute younger than the one before. */
async function link(given: Partial<Prisma.PaymentLinkUncheckedCreateInput> = {}, of = shop) {
  minute += 1;
  const id = uuidv7();
  await api.test.database.prisma.paymentLink.create({
    data: {
      ...{ id, applicationId: of.applicationId, environment: 'sandbox', tokenHash: hash(), kind: 'once' },
      ...{ status: 'open', title: 'Mugs', amount: 500, accountReference: `ORDER-${minute}`, referenceKey: hash() },
      ...{ phone: '254799887766', language: 'en', offline: true, metadata: { canary: 'metadata-canary' } },
      ...{ createdBy: 'user:creator-canary', createdAt: new Date(Date.UTC(2026, 0, 1, 0, minute)), ...given },
    },
  });
  return id;
}

const all = `linkId applicationId environment kind status endedBy title description amount amountMin amountMax
  accountReference referencePrefix expiresAt endedAt paymentsMax paidCount paidAmount createdAt application { name }`;
const list = (fields: string) => `query ($filter: PaymentLinkFilter) {
  paymentLinks(environment: sandbox, filter: $filter) { totalCount { value } edges { node { ${fields} } } } }`;

async function found(filter: object, by: Parameters<typeof api.ask>[1] = { token }): Promise<string[]> {
  const { data, errors } = await api.ask(list('linkId'), by, { filter });
  expect(errors).toEqual([]);
  const ids = data.paymentLinks.edges.map(({ node }: { node: { linkId: string } }) => node.linkId);
  expect(data.paymentLinks.totalCount.value).toBe(ids.length);
  return ids;
}

describe('payment links', () => {
  it('have what was paid, and nothing that opens a page or names a payer', async () => {
    const linkId = await link({
      ...{ title: 'Mugs for 0712345678', description: 'Call 0712 345 678', accountReference: '0712345678' },
      ...{ paidCount: 2, paidAmount: 3_000_000_000n },
    });
    const answer = await api.ask(list(all), { token }, {});
    expect(answer.errors).toEqual([]);
    expect(answer.data.paymentLinks.edges).toMatchObject([
      {
        node: {
          ...{ linkId, kind: 'once', status: 'open', endedBy: null, amount: 500, amountMin: null, paymentsMax: null },
          ...{ title: 'Mugs for 0712…678', description: 'Call 0712…678', accountReference: '0712…678' },
          ...{ paidCount: 2, paidAmount: '3000000000', referencePrefix: null, endedAt: null },
        },
      },
    ]);
    const { tokenHash } = await api.test.database.prisma.paymentLink.findUniqueOrThrow({ where: { id: linkId } });
    const text = JSON.stringify(answer.data);
    for (const secret of [tokenHash, '712345678', '799887766', 'metadata-canary', 'creator-canary']) {
      expect(text).not.toContain(secret);
    }
    for (const field of ['url', 'token', 'tokenHash', 'phone', 'metadata', 'createdBy', 'returnUrl']) {
      const { errors } = await api.ask(list(field), { token }, {});
      expect(errors, field).toMatchObject([{ extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }]);
    }
  });

  it('are narrowed by kind, status, text and time', async () => {
    const own = await seed(api.deps.seeding).owner().application().mint();
    const by = { token: await api.tokenOf(own) };
    const once = await link({ title: 'Two blue mugs' }, own);
    const many = { kind: 'many', accountReference: null, referenceKey: null, referencePrefix: 'CHOIR' } as const;
    const choir = await link({ title: 'Concert', ...many }, own);
    const ended = { status: 'ended', endedBy: 'person', endedAt: new Date() } as const;
    const over = await link({ title: 'Old mugs', ...ended }, own);
    const { createdAt } = await api.test.database.prisma.paymentLink.findUniqueOrThrow({ where: { id: choir } });
    const cases: [object, string[]][] = [
      [{}, [over, choir, once]],
      [{ kind: 'many', status: null }, [choir]],
      [{ status: 'ended' }, [over]],
      [{ status: 'open' }, [choir, once]],
      [{ text: 'MUGS' }, [over, once]],
      [{ text: 'choi' }, [choir]],
      [{ text: 'mugs', status: 'open' }, [once]],
      [{ createdFrom: createdAt }, [over, choir]],
      [{ createdTo: createdAt }, [once]],
    ];
    for (const [filter, expected] of cases) {
      expect([filter, await found(filter, by)]).toEqual([filter, expected]);
    }
  });

  it('are found by no digits of a phone number that is shown masked', async () => {
    const own = await seed(api.deps.seeding).owner().application().mint();
    const by = { token: await api.tokenOf(own) };
    const title = 'For Ann +254 712-345-678, order 4412';
    const named = await link({ title, accountReference: '0712345678' }, own);
    const long = await link({ title: 'Rent', accountReference: 'R-202611301234' }, own);
    for (const part of ['712', '345', '2345', '71234567', '254 7', '3456', '12-34']) {
      expect([part, await found({ text: part }, by)]).toEqual([part, []]);
    }
    expect(await found({ text: 'ann +' }, by)).toEqual([named]);
    expect(await found({ text: 'order 44' }, by)).toEqual([named]);
    // A reference as a whole is found, whatever its length.
    expect(await found({ text: 'r-202611301234' }, by)).toEqual([long]);
    const refused = await api.ask(list('linkId'), by, { filter: { text: '0712345678' } });
    expect(refused.errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
    const person = { person: signedIn(api.deps, own.owner) };
    expect(await found({ text: '0712345678' }, person)).toEqual([named]);
  });
});

describe('the link of a payment', () => {
  it('is the one that it counts towards, and null for a payment of another kind', async () => {
    const own = { applicationId: shop.applicationId, environment: 'sandbox' as const };
    const linkId = await link({ title: 'Rent' });
    const [paid, other] = [
      await insertPayment(api.test.database, { ...own, createdAt: new Date('2026-01-02T00:00:00Z') }),
      await insertPayment(api.test.database, { ...own, createdAt: new Date('2026-01-01T00:00:00Z') }),
    ];
    await api.test.database.prisma.linkCredit.create({
      data: { ...own, paymentId: paid, linkId, amount: 10, creditedAt: new Date() },
    });
    const query = '{ payments(environment: sandbox) { edges { node { paymentId paymentLink { linkId title } } } } }';
    const { data, errors } = await api.ask(query, { token });
    expect(errors).toEqual([]);
    expect(data.payments.edges.map(({ node }: { node: object }) => node)).toEqual([
      { paymentId: paid, paymentLink: { linkId, title: 'Rent' } },
      { paymentId: other, paymentLink: null },
    ]);
  });
});
