import { describe, expect, it } from 'vitest';
import {
  onlyRowOf,
  post,
  refusalOf,
  rowsOf,
  type Shop,
  under,
  useShops,
} from '../../disbursements/disbursements.fixture.ts';
import { inquireDisbursement, payOut, reverse } from '../../disbursements/index.ts';
import { browseDisbursements } from './browse-disbursements.ts';
import { getDisbursementDetail } from './get-disbursement-detail.ts';
import { totalDisbursements } from './total-disbursements.ts';

const newShop = useShops();

const pay = (shop: Shop, amount: number, phone = '254712345678') =>
  payOut(shop, { amount, phone, commandId: 'BusinessPayment' }, under(crypto.randomUUID(), { amount }));

/** Three payouts and a refund, one after the other: 100 succeeded, 200 failed, 300 is pending. */
async function busyShop() {
  const shop = await newShop();
  for (const amount of [100, 200, 300]) {
    await pay(shop, amount, `25471234567${amount / 100}`);
    shop.clock.advance(1);
  }
  await reverse(shop, { transactionId: 'TJKOTHER01', amount: 50 }, under(crypto.randomUUID(), {}));
  const [first, second] = await rowsOf(shop);
  await post(shop, first?.id ?? '', { resultCode: '0', transactionId: 'TJKPAID001' });
  await post(shop, second?.id ?? '', { resultCode: '2001', resultDesc: 'The initiator information is invalid.' });
  return shop;
}

describe('the list', () => {
  it('is newest first, and says who asked, what failed and nothing secret', async () => {
    const shop = await busyShop();
    const { rows, newer, older } = await browseDisbursements(shop, {});
    expect([newer, older]).toEqual([null, null]);
    expect(rows.map(({ amount, status, phone }) => [amount, status, phone])).toEqual([
      [50, 'pending', null],
      [300, 'pending', '0712…673'],
      [200, 'failed', '0712…672'],
      [100, 'success', '0712…671'],
    ]);
    expect(rows[2]?.reason).toMatchObject({ code: 2001, title: expect.any(String) });
    expect(rows[3]).toMatchObject({ providerReceipt: 'TJKPAID001', reason: null });
    expect(JSON.stringify(rows)).not.toMatch(/token|25471234567/i);
  });

  it.each([
    ['kind', { kind: 'reversal' }, [50]],
    ['status', { status: 'pending' }, [50, 300]],
    ['amounts', { amountMin: 100, amountMax: 200 }, [200, 100]],
    ['a phone in any form', { phone: '0712 345 672' }, [200]],
    ['its own receipt', { receipt: 'tjkpaid001' }, [100]],
    ['the receipt that is reversed', { receipt: 'TJKOTHER01' }, [50]],
    ['a search for a receipt', { search: ' tjkpaid001 ' }, [100]],
    ['a search for a phone', { search: '+254712345673' }, [300]],
    ['a search for nothing known', { search: 'nothing' }, []],
    ['time', { createdFrom: '2030-01-01T00:00:00Z' }, []],
    ['who asked', { requestedBy: '00000000-0000-7000-8000-000000000000' }, []],
    ['review', { needsReview: true }, []],
  ] as const)('narrowed by %s', async (_, filter, amounts) => {
    const shop = await busyShop();
    const { rows } = await browseDisbursements(shop, filter);
    expect(rows.map(({ amount }) => amount)).toEqual(amounts);
    // The payout of 100 alone has succeeded.
    const sum = amounts.some((amount) => amount === 100) ? '100' : '0';
    expect(await totalDisbursements(shop, filter)).toEqual({ value: amounts.length, more: false, sum });
  });

  it('finds a row by its id and by the ids of the provider', async () => {
    const shop = await busyShop();
    const [row] = await rowsOf(shop);
    for (const search of [row?.id, row?.conversationId, row?.originatorConversationId]) {
      expect((await browseDisbursements(shop, { search: search ?? '' })).rows).toMatchObject([{ amount: 100 }]);
    }
  });

  it('turns pages both ways, and keeps tenants apart', async () => {
    const shop = await busyShop();
    const first = await browseDisbursements(shop, { limit: 3 });
    const second = await browseDisbursements(shop, { limit: 3, before: first.older ?? '' });
    expect([first.rows.length, second.rows.length, second.older]).toEqual([3, 1, null]);
    const back = await browseDisbursements(shop, { limit: 3, after: second.newer ?? '' });
    expect(back.rows).toEqual(first.rows);
    const other = await newShop();
    expect((await browseDisbursements(other, {})).rows).toEqual([]);
    expect((await totalDisbursements(other, {})).value).toBe(0);
    const production = { ...shop, tenant: { ...shop.tenant, environment: 'production' as const } };
    expect((await browseDisbursements(production, {})).rows).toEqual([]);
    expect(await refusalOf(browseDisbursements(shop, { before: 'x' }))).toMatchObject({ code: 'invalid_input' });
  });
});

describe('the detail', () => {
  it('tells the whole story in order', async () => {
    const shop = await newShop();
    await pay(shop, 100);
    const { id } = await onlyRowOf(shop);
    shop.clock.advance(130);
    await inquireDisbursement(shop, { disbursementId: id, inquiryId: crypto.randomUUID() });
    shop.clock.advance(1);
    await post(shop, id, 'queue_timeout');
    shop.clock.advance(1);
    await post(shop, id, { resultCode: '0', transactionId: 'TJKSTORY01' });
    const detail = await getDisbursementDetail(shop, { disbursementId: id });
    expect(detail.disbursement).toMatchObject({
      status: 'success',
      phone: '254712345678',
      providerReceipt: 'TJKSTORY01',
    });
    expect(detail.timeline.map(({ kind }) => kind)).toEqual([
      'requested',
      'sent',
      'acknowledged',
      'asked',
      'callback',
      'callback',
      'settled',
      'delivery',
    ]);
    expect(detail.timeline[0]).toMatchObject({ by: { kind: 'unknown' } });
    expect(detail.callbacks.map(({ kind, state }) => [kind, state])).toEqual([
      ['queue_timeout', 'applied'],
      ['result', 'applied'],
    ]);
    expect(detail.idempotency).toMatchObject({ state: 'completed' });
    expect(detail.order).toBeNull();
    expect(detail.deliveries).toMatchObject([{ type: 'payout.result', url: 'https://merchant.example/hook' }]);
    expect(JSON.stringify(detail)).not.toMatch(/callbackToken|whsec/);
  });

  it('decodes a failure', async () => {
    const shop = await newShop();
    await pay(shop, 100);
    const { id } = await onlyRowOf(shop);
    await post(shop, id, { resultCode: '1', resultDesc: 'The balance is insufficient for the transaction.' });
    const { decoded, disbursement } = await getDisbursementDetail(shop, { disbursementId: id });
    expect(disbursement.status).toBe('failed');
    expect(decoded).toMatchObject({ category: 'balance', fix: expect.any(String) });
  });

  it('of a foreign, a missing and a malformed id is the same', async () => {
    const shop = await busyShop();
    const other = await newShop();
    const [row] = await rowsOf(shop);
    for (const disbursementId of [row?.id ?? '', crypto.randomUUID(), 'x']) {
      expect(await refusalOf(getDisbursementDetail(other, { disbursementId }))).toEqual({ code: 'not_found' });
    }
  });
});
