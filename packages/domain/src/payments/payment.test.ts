import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { outcomeOf } from '../testing/index.ts';
import { decideSettlement, defaultAccountRef, type Fact } from './payment.ts';

type Payment = Parameters<typeof decideSettlement>[0];

const checkoutRequestId = 'ws_CO_1';
const payment = (changes: Partial<Payment> = {}): Payment => ({
  status: 'pending',
  checkoutRequestId,
  providerReceipt: null,
  sameMoneyAs: null,
  ...changes,
});
const fact = (changes: Partial<Fact> = {}): Fact => ({
  door: 'callback',
  merchantRequestId: null,
  checkoutRequestId,
  outcome: outcomeOf(changes.resultCode ?? '0'),
  resultCode: '0',
  resultDesc: 'text',
  receipt: null,
  amount: null,
  ...changes,
});
const paid = { resultCode: '0', receipt: 'TJK1A2B3C4', amount: '10' };
const cancelled = { resultCode: '1032' };

describe('what a fact does to a payment', () => {
  it.each<[string, Partial<Payment>, Partial<Fact>, object]>([
    ['a paid callback settles a pending payment', {}, paid, { kind: 'settle', to: 'success', late: false }],
    [
      'a paid query settles it without a receipt',
      {},
      { door: 'query' },
      { kind: 'settle', to: 'success', late: false },
    ],
    ['a cancelled callback settles it as failed', {}, cancelled, { kind: 'settle', to: 'failed', late: false }],
    ['an alphanumeric code is final', {}, { resultCode: 'SFC_IC0003' }, { kind: 'settle', to: 'failed', late: false }],
    ['4999 settles nothing', {}, { resultCode: '4999' }, { kind: 'still_pending' }],
    ['500.001.1001 settles nothing', {}, { resultCode: '500.001.1001' }, { kind: 'still_pending' }],
    ['4999 after the end changes nothing', { status: 'failed' }, { resultCode: '4999' }, { kind: 'already_settled' }],
    [
      'a lost ack does not stop the callback',
      { checkoutRequestId: null },
      paid,
      { kind: 'settle', to: 'success', late: false },
    ],
    ['a repeated failure changes nothing', { status: 'failed' }, { resultCode: '1037' }, { kind: 'already_settled' }],
    [
      'a late success reopens a failed payment',
      { status: 'failed' },
      paid,
      { kind: 'settle', to: 'success', late: true },
    ],
    [
      'a repeated success changes nothing',
      { status: 'success', providerReceipt: paid.receipt },
      paid,
      { kind: 'already_settled' },
    ],
    ['a callback brings the receipt that a query could not', { status: 'success' }, paid, { kind: 'enrich' }],
    ['a success without news changes nothing', { status: 'success' }, {}, { kind: 'already_settled' }],
  ])('%s', (_guarantee, row, news, decision) => {
    expect(decideSettlement(payment(row), fact(news))).toEqual(decision);
  });

  it.each<[string, Partial<Payment>, Partial<Fact>]>([
    ['a failure after a success', { status: 'success' }, cancelled],
    ['a second receipt', { status: 'success', providerReceipt: 'TJK0000000' }, paid],
    ['a failure with a receipt', {}, { ...paid, ...cancelled }],
    ['a failure with a receipt after a failure', { status: 'failed' }, { ...paid, ...cancelled }],
    ['the ids of another prompt', {}, { ...paid, checkoutRequestId: 'ws_CO_2' }],
  ])('%s contradicts, and changes nothing', (_guarantee, row, news) => {
    expect(decideSettlement(payment(row), fact(news)).kind).toBe('contradiction');
  });

  it('a success never becomes a failure, and no order of facts yields two settlements but a late success', () => {
    const facts = fc.array(
      fc.constantFrom(fact(paid), fact(cancelled), fact({ door: 'query' }), fact({ resultCode: '4999' })),
    );
    fc.assert(
      fc.property(facts, (sequence) => {
        let row = payment();
        const settlements: string[] = [];
        for (const news of sequence) {
          const decision = decideSettlement(row, news);
          if (decision.kind === 'settle') {
            settlements.push(decision.to);
            row = { ...row, status: decision.to, providerReceipt: news.receipt };
          } else if (decision.kind === 'enrich') {
            row = { ...row, providerReceipt: news.receipt };
          }
        }
        expect([[], ['success'], ['failed'], ['failed', 'success']]).toContainEqual(settlements);
        const final = sequence.filter((news) => news.resultCode !== '4999');
        expect(row.status).toBe(
          final.length === 0 ? 'pending' : final.some((news) => news.resultCode === '0') ? 'success' : 'failed',
        );
      }),
    );
  });
});

it('the default account reference is the beginning of the payment id, in 12 characters', () => {
  expect(defaultAccountRef('0192f3a4-5b6c-7d8e-9f00-112233445566')).toBe('0192f3a4-5b6');
});
