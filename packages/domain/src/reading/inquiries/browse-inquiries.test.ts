import { expect, it } from 'vitest';
import { post, refusalOf, type Shop, useShops } from '../../disbursements/disbursements.fixture.ts';
import { askAccountBalance, askTransactionStatus } from '../../inquiries/index.ts';
import { browseInquiries } from './browse-inquiries.ts';
import { getInquiryDetail } from './get-inquiry-detail.ts';

const newShop = useShops();

const accounts = [
  { name: 'Utility Account', currency: 'KES', available: '120.50', current: null, reserved: null, uncleared: null },
];

async function askedShop(): Promise<{ shop: Shop; balance: string; status: string }> {
  const shop = await newShop();
  const balance = await askAccountBalance(shop, { identifierType: '4' });
  shop.clock.advance(1);
  const status = await askTransactionStatus(shop, { transactionId: 'TJKASKED01', identifierType: '4' });
  await post(shop, balance.queryId, { resultCode: '0', raw: { accountBalances: accounts } });
  return { shop, balance: balance.queryId, status: status.queryId };
}

it('lists what the tenant asked, newest first, with the answers', async () => {
  const { shop, balance, status } = await askedShop();
  const { rows } = await browseInquiries(shop, {});
  expect(rows).toMatchObject([
    { queryId: status, kind: 'transaction_status', status: 'pending', transactionId: 'TJKASKED01', result: null },
    { queryId: balance, kind: 'account_balance', status: 'answered', result: accounts },
  ]);
  expect((await browseInquiries(shop, { kind: 'account_balance' })).rows).toHaveLength(1);
  expect((await browseInquiries(shop, { status: 'failed' })).rows).toEqual([]);
  const first = await browseInquiries(shop, { limit: 1 });
  expect((await browseInquiries(shop, { limit: 1, before: first.older ?? '' })).rows).toMatchObject([
    { queryId: balance },
  ]);
  expect((await browseInquiries(await newShop(), {})).rows).toEqual([]);
});

it('tells one whole, with the words of the provider and without its token', async () => {
  const { shop, balance, status } = await askedShop();
  const answered = await getInquiryDetail(shop, { queryId: balance });
  expect(answered).toMatchObject({ accounts, transaction: null, raw: { accountBalances: accounts }, decoded: null });
  expect(JSON.stringify(answered)).not.toMatch(/token/i);
  await post(shop, status, { resultCode: '2001', resultDesc: 'The initiator information is invalid.' });
  expect(await getInquiryDetail(shop, { queryId: status })).toMatchObject({
    status: 'failed',
    decoded: { code: 2001, fix: expect.any(String) },
  });
});

it('decodes a refusal of the question itself, and a queue timeout', async () => {
  const shop = await newShop();
  shop.provider.balanceInquiries.answer({ kind: 'rejected', by: 'provider', code: '400.002.02', description: 'Bad' });
  await refusalOf(askAccountBalance(shop, { identifierType: '4' }));
  const [refused] = (await browseInquiries(shop, {})).rows;
  expect(await getInquiryDetail(shop, { queryId: refused?.queryId ?? '' })).toMatchObject({
    decoded: { code: '400.002.02' },
  });
  const { queryId } = await askAccountBalance(shop, { identifierType: '4' });
  await post(shop, queryId, 'queue_timeout');
  expect(await getInquiryDetail(shop, { queryId })).toMatchObject({
    status: 'failed',
    decoded: { title: 'No answer from the provider', retryable: true },
  });
});

it('a foreign, a missing and a malformed inquiry are the same', async () => {
  const { balance } = await askedShop();
  const other = await newShop();
  for (const queryId of [balance, crypto.randomUUID(), 'x']) {
    expect(await refusalOf(getInquiryDetail(other, { queryId }))).toEqual({ code: 'not_found' });
  }
});
