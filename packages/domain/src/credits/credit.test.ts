import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CreditedLink, decideCredit } from './credit.ts';

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
