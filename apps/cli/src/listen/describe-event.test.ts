import { describe, expect, it } from 'vitest';
import { describeEvent } from './describe-event.ts';

const decoded = {
  code: 1032,
  title: 'Cancelled',
  cause: 'x',
  fix: 'Ask again.',
  category: 'customer',
  retryable: true,
};
const payment = { amount: 250, phone: '254712345678', accountRef: 'ORDER-1', providerReceipt: null, status: 'failed' };

describe('an event in one line', () => {
  it.each<[string, object, string]>([
    [
      'payment.success',
      { ...payment, status: 'success', providerReceipt: 'SLK7X2M9QP' },
      'KES 250 from 2547…678 ref ORDER-1 receipt SLK7X2M9QP',
    ],
    ['payment.success', { ...payment, status: 'success' }, 'KES 250 from 2547…678 ref ORDER-1, no receipt yet'],
    [
      'payment.success',
      { ...payment, status: 'success', phone: '2547 ***** 678', accountRef: '', providerReceipt: 'R' },
      'KES 250 from 2547 ***** 678 receipt R',
    ],
    ['payment.failed', { ...payment, decoded }, 'KES 250 from 2547…678 ref ORDER-1: Cancelled (1032). Ask again.'],
    [
      'payout.result',
      { amount: 50, phone: '254712345678', status: 'success', providerReceipt: 'R', decoded: null },
      'KES 50 to 2547…678 receipt R',
    ],
    [
      'refund.result',
      { amount: 50, transactionId: 'SLK7X2M9QP', status: 'failed', decoded },
      'KES 50 of receipt SLK7X2M9QP back: Cancelled (1032). Ask again.',
    ],
    [
      'admin.transaction_status',
      { transactionId: 'R', status: 'answered', result: { transactionStatus: 'Completed', amount: '50.00' } },
      'receipt R: Completed, KES 50.00',
    ],
    [
      'admin.transaction_status',
      { transactionId: 'R', status: 'failed', result: null, decoded },
      'receipt R: Cancelled (1032). Ask again.',
    ],
    [
      'admin.account_balance',
      { accounts: [{ name: 'Working Account', currency: 'KES', available: '7.50' }, { name: 'Utility Account' }] },
      'Working Account KES 7.50, Utility Account',
    ],
    ['admin.account_balance', { accounts: null, decoded }, 'no balances: Cancelled (1032). Ask again.'],
    [
      'link.paid',
      { linkId: 'L', paymentId: 'P', amount: 250, accountRef: 'ORDER-1' },
      'link L: KES 250 ref ORDER-1, payment P',
    ],
    ['link.ended', { linkId: 'L', endedBy: 'expiry' }, 'link L ended by expiry'],
    ['order.shipped', { of: 'a later version' }, '{"of":"a later version"}'],
  ])('%s', (type, data, line) => {
    expect(describeEvent({ type, data })).toBe(line);
  });

  it('keeps what a payer typed from the terminal', () => {
    const accountRef = '\u001b[2J\u0007a\r\nb\u202e\u009b31m';
    const line = describeEvent({ type: 'payment.success', data: { ...payment, accountRef } });
    expect(line).toContain('[2J a b 31m');
    expect(line).not.toMatch(/\p{C}/u);
  });

  it.each([undefined, null, 7, 'text', [], {}, { type: 'payment.failed' }, { type: 'admin.account_balance', data: 1 }])(
    'bears %j',
    (body) => {
      expect(typeof describeEvent(body)).toBe('string');
    },
  );
});
