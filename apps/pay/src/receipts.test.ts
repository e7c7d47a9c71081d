import { randomBytes, randomUUID } from 'node:crypto';
import { shareReceipt } from '@tillgate/domain/receipts';
import { describe, expect, it } from 'vitest';
import { payPagesOfTest } from './pay.fixture.ts';
import { said } from './requests.fixture.ts';

const pay = payPagesOfTest();
const unknown = 'There is no such page';
let receipts = 0;
const newReceipt = () => {
  receipts += 1;
  return `TLR${String(receipts).padStart(7, '0')}`;
};
const success = (given: object = {}) => ({
  ...{ status: 'success', provider_receipt: newReceipt(), settled_at: new Date('2026-11-30T09:05:00Z'), ...given },
});
const tokenOf = (path: string) => path.split('/').at(-1) ?? '';

/** What a member gets who asks for the receipt of a payment. */
async function shared(paymentId: string): Promise<string> {
  const { url } = await shareReceipt(
    { ...pay.shop.as('sandbox'), payPages: pay.payPages, db: pay.test.databaseAs('web') },
    { paymentId },
  );
  expect(url.startsWith('https://pay.example/r/')).toBe(true);
  return new URL(url).pathname;
}

/** An offline payment, as its confirmation is recorded. */
async function offline(columns: object = {}): Promise<string> {
  const id = randomUUID();
  await pay.insert('payments', {
    ...{ id, application_id: pay.shop.applicationId, environment: 'sandbox', source: 'c2b', status: 'success' },
    ...{ amount: 300, requested_amount: 300, phone: '2547 ***** 126', account_ref: 'ORDER-9', description: '' },
    ...{ shortcode: '600000', provider_receipt: newReceipt(), settled_by: 'c2b', settled_at: new Date() },
    ...{ created_at: new Date('2026-11-30T21:30:00Z'), ...columns },
  });
  return id;
}

describe('a receipt', () => {
  it('of a payment on a link says who was paid, for what, how much, when and by whom', async () => {
    const fields = [{ name: 'size', label: 'Size', kind: 'text' }];
    const attempt = await pay.attempt(await pay.link({ fields }), { answers: '{"size":"<b>L</b>"}' }, success());
    const page = await pay.get(attempt);
    expect(page.text).toContain(`href="/r/${tokenOf(attempt)}"`);
    const { status, text } = await pay.get(`/r/${tokenOf(attempt)}`);
    expect(status).toBe(200);
    expect(said(text)).toContain(
      `Receipt KES 500 Paid to Duka Bora (600000) For Two mugs M-PESA receipt TLR0000001 Reference KX7M2P4 Paid by 0712 ••• 678 Time 30 Nov 2026, 12:05 EAT Size <b>L</b> This is a receipt of a payment, not a tax invoice.`,
    );
    expect(text).not.toContain('<b>L</b>');
    expect(text).not.toContain('712345678');
    expect(said((await pay.get(`/r/${tokenOf(attempt)}?lang=sw`)).text)).toContain('Risiti KES 500 Imelipwa kwa');
  });

  it('leads neither to the link nor to the attempt', async () => {
    const link = await pay.link();
    const attempt = await pay.attempt(link, {}, success());
    const { text } = await pay.get(`/r/${tokenOf(attempt)}`);
    expect(text).not.toContain(link.token);
    expect(text).not.toContain('/p/');
  });

  it('of any payment has an address that a member makes, the same each time', async () => {
    const paymentId = await offline({ exact_amount: '300.50' });
    const path = await shared(paymentId);
    expect(await shared(paymentId.toUpperCase())).toBe(path);
    const { text } = await pay.get(path);
    expect(said(text)).toMatch(
      /^Duka Bora Kiswahili Test page: no real money moves. Receipt KES 300.50 Paid to Duka Bora \(600000\) M-PESA receipt TLR\d+ Reference ORDER-9 Paid by 2547 \*{5} 126 Time 1 Dec 2026, 00:30 EAT This/,
    );
  });

  it('says that the money went back, here and on the page of the attempt', async () => {
    const paid = success();
    const attempt = await pay.attempt(await pay.link(), {}, paid);
    const reversal = (amount: number) => ({
      ...{ id: randomUUID(), application_id: pay.shop.applicationId, environment: 'sandbox', kind: 'reversal', amount },
      ...{ status: 'success', transaction_id: paid.provider_receipt, remarks: 'Refund', shortcode: '600000' },
      ...{ callback_token: randomBytes(32).toString('hex'), settled_at: new Date(), settled_by: 'result' },
      ...{ created_at: new Date() },
    });
    const first = reversal(200);
    await pay.insert('disbursements', first);
    for (const path of [attempt, `/r/${tokenOf(attempt)}`]) {
      expect(said((await pay.get(path)).text)).toContain('KES 200 of this went back to the payer.');
    }
    await pay.update('disbursements', first.id, { amount: 500 });
    for (const path of [attempt, `/r/${tokenOf(attempt)}`]) {
      expect(said((await pay.get(path)).text)).toContain('This payment was refunded');
    }
  });

  it('of a person whose data was erased shows the amount and the receipt alone', async () => {
    const fields = [{ name: 'size', label: 'Size', kind: 'text' }];
    const paid = success({ phone: '254000000000', account_ref: 'SECRET-1' });
    const columns = { answers: '{"size":"secret"}', phone: '254000000000' };
    const attempt = await pay.attempt(await pay.link({ title: 'Secret thing', fields }), columns, paid);
    const { text } = await pay.get(`/r/${tokenOf(attempt)}`);
    expect(said(text)).toContain(`KES 500 Paid to Duka Bora (600000) M-PESA receipt ${paid.provider_receipt} Time`);
    expect(text).not.toMatch(/secret|254000|000 •••/i);
  });

  it('is there for successes alone, and for no address of something else', async () => {
    const link = await pay.link();
    const pending = await pay.attempt(link, {}, { status: 'pending' });
    const failed = await pay.attempt(link, {}, { status: 'failed', result_code: '1032' });
    const waiting = await pay.attempt(link);
    for (const token of [...[pending, failed, waiting].map(tokenOf), link.token, 'x', '%00', "'--", 'é'.repeat(9)]) {
      const { status, text } = await pay.get(`/r/${encodeURIComponent(token)}`);
      expect([status, said(text)], token).toEqual([404, expect.stringContaining(unknown)]);
    }
    const paid = await pay.attempt(link, {}, success());
    expect((await pay.get(`${link.path}/a/${tokenOf(await shared(await offline()))}`)).status).toBe(404);
    expect((await pay.get(`/p/${tokenOf(paid)}`)).status).toBe(404);
  });

  it('is asked for by members of the shop alone, and for successes', async () => {
    const stranger = await pay.merchant('paybill', 'Other');
    const paymentId = await offline();
    const elsewhere = { ...stranger.as('sandbox'), payPages: pay.payPages };
    const own = { ...pay.shop.as('sandbox'), payPages: pay.payPages };
    await expect(shareReceipt(elsewhere, { paymentId })).rejects.toMatchObject({ code: 'not_found' });
    await expect(
      shareReceipt({ ...pay.shop.as('production'), payPages: pay.payPages }, { paymentId }),
    ).rejects.toMatchObject({ code: 'not_found' });
    await expect(shareReceipt(own, { paymentId: randomUUID() })).rejects.toMatchObject({ code: 'not_found' });
    await expect(shareReceipt(own, { paymentId: 'x' })).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(shareReceipt({ ...own, payPages: undefined }, { paymentId })).rejects.toMatchObject({
      code: 'forbidden',
    });
  });
});
