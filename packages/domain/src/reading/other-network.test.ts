import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { useShops } from '../disbursements/disbursements.fixture.ts';
import { setThreshold } from '../float/index.ts';
import { insertPayment } from '../payments/payments.fixture.ts';
import { getDisbursementDetail } from './disbursements/index.ts';
import { explainBalance, getFloat } from './float/index.ts';
import { getInquiryDetail } from './inquiries/index.ts';
import { getPaymentDetail } from './payments/index.ts';
import { readSubject } from './reviews/review-subject.ts';

const newShop = useShops();
const account = { rail: 'airtel', shortcode: 'airtel:450123' } as const;
const name = 'Collection';

it('pages of another network show the number of the account, and what happens to it finds its address', async () => {
  const shop = await newShop();
  const { prisma } = shop.db;
  const paymentId = await insertPayment(shop, account);
  const token = () => randomUUID().replaceAll('-', '').repeat(2);
  const own = () => ({
    ...{ ...shop.tenant, ...account, id: randomUUID(), remarks: 'Rent', callbackToken: token() },
    createdAt: shop.clock.now(),
  });
  const { id: disbursementId } = await prisma.disbursement.create({
    data: {
      ...own(),
      kind: 'payout',
      status: 'pending',
      amount: 5,
      phone: '254733123456',
      commandId: 'SalaryPayment',
      originatorConversationId: token(),
    },
  });
  const balance = (available: string) => {
    shop.clock.advance(3600);
    const result = [{ name, currency: 'KES', available, current: null, reserved: null, uncleared: null }];
    const answered = { kind: 'account_balance', status: 'answered', identifierType: '4' } as const;
    return prisma.inquiry.create({ data: { ...own(), ...answered, result, endedAt: shop.clock.now() } });
  };
  await balance('100.00');
  const { id: queryId } = await balance('120.00');

  const found = {
    payment: (await getPaymentDetail(shop, { paymentId })).payment,
    disbursement: (await getDisbursementDetail(shop, { disbursementId })).disbursement,
    inquiry: await getInquiryDetail(shop, { queryId }),
    review: await readSubject(shop, { subjectKind: 'payment', subjectId: paymentId, detail: null }),
  };
  expect(found).toMatchObject({
    payment: { rail: 'airtel', shortcode: '450123' },
    disbursement: { rail: 'airtel', shortcode: '450123' },
    inquiry: { rail: 'airtel', shortcode: '450123' },
    review: { row: { shortcode: '450123' } },
  });

  const which = { shortcode: account.shortcode, account: name };
  await setThreshold(shop, { ...which, amount: 50 });
  const float = await getFloat(shop, { days: 7 });
  expect(float.accounts).toMatchObject([{ ...which, number: '450123', threshold: { amount: 50 } }]);
  const [from, to] = float.accounts[0]?.history.map(({ at }) => at) ?? [];
  const change = await explainBalance(shop, { ...which, from: from ?? '', to: to ?? '' });
  expect(change).toMatchObject({ shortcode: '450123', differenceCents: 2_000 });
});

it('a refusal that many networks word alike is explained by the network of its row', async () => {
  const shop = await newShop();
  const failed = { status: 'failed', source: 'stk', resultCode: 'http_429', settledBy: 'push' } as const;
  const titleOf = async (paymentId: string) => (await getPaymentDetail(shop, { paymentId })).decoded?.title;
  const [other, first] = [
    await titleOf(await insertPayment(shop, { ...account, ...failed })),
    await titleOf(await insertPayment(shop, failed)),
  ];
  expect(other).toMatch(/Airtel/);
  expect(first).not.toMatch(/Airtel/);
});
