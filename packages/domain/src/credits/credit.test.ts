import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CreditedLink, decideCredit, decideReversal } from './credit.ts';

const once: CreditedLink = {
  kind: 'once',
  status: 'open',
  amount: 500,
  paidCount: 0,
  paidAmount: 0,
  paymentsMax: null,
};
const many: CreditedLink = { ...once, kind: 'many', paymentsMax: 3 };

describe('a payment counts', () => {
  it.each<[string, CreditedLink, number, ReturnType<typeof decideCredit>]>([
    ['in full', once, 500, { to: 'paid', reviews: [] }],
    ['in part', once, 300, { to: undefined, reviews: [] }],
    ['for the rest', { ...once, paidAmount: 300, paidCount: 1 }, 200, { to: 'paid', reviews: [] }],
    ['too much', once, 501, { to: 'paid', reviews: ['link_overpaid'] }],
    ['too much with the rest', { ...once, paidAmount: 300 }, 300, { to: 'paid', reviews: ['link_overpaid'] }],
    ['of any amount', { ...once, amount: null }, 1, { to: 'paid', reviews: [] }],
    ['after the end', { ...once, status: 'ended' }, 500, { to: 'paid', reviews: ['link_paid_late'] }],
    ['in part after the end', { ...once, status: 'ended' }, 300, { to: undefined, reviews: ['link_paid_late'] }],
    [
      'after the end and too much',
      { ...once, status: 'ended' },
      900,
      { to: 'paid', reviews: ['link_paid_late', 'link_overpaid'] },
    ],
    ['again', { ...once, status: 'paid', paidAmount: 500 }, 500, { to: undefined, reviews: ['link_paid_twice'] }],
    ['as one of many', many, 500, { to: undefined, reviews: [] }],
    ['as the last of many', { ...many, paidCount: 2 }, 500, { to: 'ended', reviews: [] }],
    ['beyond the last of many', { ...many, status: 'ended', paidCount: 3 }, 500, { to: undefined, reviews: [] }],
    ['without a limit', { ...many, paymentsMax: null, paidCount: 9_999 }, 500, { to: undefined, reviews: [] }],
  ])('%s', (_what, link, amount, expected) => {
    expect(decideCredit(link, amount)).toEqual(expected);
  });
});

it('a link for one order is paid exactly when its payments reach its amount, in whatever parts', () => {
  const parts = fc.array(fc.integer({ min: 1, max: 700 }), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(parts, (amounts) => {
      let link = once;
      for (const amount of amounts) {
        const { to } = decideCredit(link, amount);
        const paidAmount = link.paidAmount + amount;
        link = { ...link, paidAmount, paidCount: link.paidCount + 1, status: to ?? link.status };
        expect(link.status === 'paid').toBe(paidAmount >= 500);
      }
    }),
    { seed: 7 },
  );
});

describe('a credit', () => {
  const paidOnce: CreditedLink = { ...once, status: 'paid', paidCount: 1, paidAmount: 500 };
  const credit = { amount: 500, reversedAmount: 0 };
  const refunded = (amount: number) => ({ refunded: amount, isSameMoney: false });
  it.each<
    [string, CreditedLink, typeof credit, Parameters<typeof decideReversal>[2], ReturnType<typeof decideReversal>]
  >([
    ['stays while nothing went back', paidOnce, credit, refunded(0), undefined],
    ['goes with the money', paidOnce, credit, refunded(500), { back: 500, reviews: ['link_paid_back'] }],
    ['goes in part', paidOnce, credit, refunded(1), { back: 1, reviews: ['link_paid_back'] }],
    ['goes no further than it is', paidOnce, credit, refunded(900), { back: 500, reviews: ['link_paid_back'] }],
    [
      'needs nobody when what was too much went back',
      { ...paidOnce, paidAmount: 700 },
      { amount: 700, reversedAmount: 0 },
      refunded(200),
      { back: 200, reviews: [] },
    ],
    ['goes once', paidOnce, { amount: 500, reversedAmount: 500 }, refunded(500), undefined],
    [
      'goes further, by what came since',
      { ...paidOnce, paidAmount: 600 },
      { amount: 500, reversedAmount: 100 },
      refunded(250),
      { back: 250, reviews: ['link_paid_back'] },
    ],
    [
      'goes from an open link, which asks for the rest again',
      { ...once, paidAmount: 300, paidCount: 1 },
      { amount: 300, reversedAmount: 0 },
      refunded(300),
      { back: 300, reviews: [] },
    ],
    [
      'goes as a whole when it is the same money as another',
      { ...paidOnce, paidAmount: 1_000, paidCount: 2 },
      credit,
      { refunded: 0, isSameMoney: true },
      { back: 500, reviews: [] },
    ],
    [
      'of an amount that the payer chose leaves nothing',
      { ...paidOnce, amount: null },
      credit,
      refunded(500),
      { back: 500, reviews: ['link_paid_back'] },
    ],
    [
      'of many is nobody’s work',
      { ...many, paidAmount: 500, paidCount: 1 },
      credit,
      refunded(500),
      { back: 500, reviews: [] },
    ],
  ])('%s', (_what, link, of, facts, expected) => {
    expect(decideReversal(link, of, facts)).toEqual(expected);
  });
});
