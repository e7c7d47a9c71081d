import { describe, expect, it } from 'vitest';
import type { Facts } from './facts.ts';
import { now, second, sound } from './judge.fixture.ts';
import { judge, rules } from './judge.ts';

/** The member at a place, which the test has written itself. */
function at<T>(list: T[], place: number): T {
  const member = list[place];
  if (member === undefined) throw new Error(`nothing at ${place}`);
  return member;
}

type Case = [rule: string, wrong: string, change: (facts: Facts) => void];

const prompt = { id: 'ws_9', reference: 'P9', amount: 10, resultCode: '0', receipt: 'R9', isReported: false };
const openRow = { kind: 'delivery', id: 'w9' };

const contradicted = (action: string, subjectId: string, status: string | null) => ({
  id: `a-${subjectId}`,
  action,
  subjectId,
  door: 'result',
  status,
  reason: 'The provider says failed (1) of it.',
});

const cases: Case[] = [
  [
    'credits are successes',
    'a payment that counts twice',
    ({ product }) => product.credits.push(at(product.credits, 0)),
  ],
  [
    'credits are successes',
    'a failure that counts',
    ({ product }) => product.credits.push({ paymentId: 'p2', linkId: 'l1', amount: 20, reversed: 0 }),
  ],
  [
    'credits are successes',
    'another amount',
    ({ product }) => {
      at(product.credits, 0).amount = 11;
      at(product.links, 0).paidAmount = 11;
    },
  ],
  [
    'credits are successes',
    'a success that counts towards nothing',
    ({ product }) => {
      product.credits.splice(0, 1);
      Object.assign(at(product.links, 0), { status: 'open', paidCount: 0, paidAmount: 0 });
    },
  ],
  [
    'credits are successes',
    'a credit without an event',
    ({ product }) => {
      product.events = product.events.filter(({ type }) => type !== 'link.paid');
    },
  ],
  [
    'links add up',
    'a sum that is not that of its payments',
    ({ product }) => {
      at(product.links, 0).paidAmount = 20;
    },
  ],
  [
    'links add up',
    'money that went back and still counts',
    ({ product }) => {
      at(product.credits, 0).reversed = 10;
    },
  ],
  [
    'links add up',
    'a link that is paid and open',
    ({ product }) => {
      at(product.links, 0).status = 'open';
    },
  ],
  [
    'links add up',
    'more payments than it may have',
    ({ product }) => {
      at(product.links, 1).paymentsMax = 0;
    },
  ],
  [
    'nothing sent is true',
    'a refused attempt with a payment',
    ({ product }) => {
      product.claims.push({ id: 'k8', key: 'attempt§t3', state: 'completed', resourceId: 'p2' });
    },
  ],
  [
    'nothing sent is true',
    'an attempt with the payment of another',
    ({ product }) => {
      at(product.attempts, 0).paymentId = 'p2';
      product.credits.splice(0, 1);
      Object.assign(at(product.links, 0), { status: 'open', paidCount: 0, paidAmount: 0 });
    },
  ],
  [
    'one push per key',
    'two prompts under one key',
    ({ ledger }) => ledger.prompts.push({ ...at(ledger.prompts, 0), id: 'ws_x' }),
  ],
  [
    'one push per key',
    'a second push that was cut',
    ({ ledger }) => ledger.attempts.push({ ...at(ledger.attempts, 0) }),
  ],
  [
    'one payout per key',
    'two payouts under one key',
    ({ ledger }) => ledger.payouts.push({ ...at(ledger.payouts, 0), id: 'dx' }),
  ],
  [
    'one payout per key',
    'a second request for one key',
    ({ ledger }) => ledger.attempts.push({ ...at(ledger.attempts, 3), id: 'dx' }),
  ],
  [
    'one payout per key',
    'a payout id sent twice',
    ({ ledger }) => ledger.attempts.push({ ...at(ledger.attempts, 3), reference: 'W2' }),
  ],
  [
    'one live refund per receipt',
    'two refunds at the provider',
    ({ ledger }) => ledger.refunds.push({ ...at(ledger.refunds, 0), id: 'ox' }),
  ],
  [
    'one live refund per receipt',
    'two refunds here, one in small letters',
    ({ product }) =>
      product.disbursements.push({
        ...at(product.disbursements, 1),
        id: 'd9',
        status: 'pending',
        reference: 'r1',
        settledBy: null,
      }),
  ],
  [
    'payments are as the provider says',
    'failed, and the customer paid',
    ({ product }) => {
      at(product.payments, 0).status = 'failed';
    },
  ],
  [
    'payments are as the provider says',
    'success, and the customer cancelled',
    ({ product }) => {
      at(product.payments, 1).status = 'success';
    },
  ],
  [
    'payments are as the provider says',
    'another amount',
    ({ product }) => {
      at(product.payments, 0).amount = 11;
    },
  ],
  [
    'payments are as the provider says',
    'another receipt',
    ({ product }) => {
      at(product.payments, 0).receipt = 'RX';
    },
  ],
  [
    'payments are as the provider says',
    'another result',
    ({ product }) => {
      at(product.payments, 1).resultCode = '1';
    },
  ],
  [
    'payments are as the provider says',
    'no receipt although it was told',
    ({ product }) => {
      at(product.payments, 0).receipt = null;
    },
  ],
  [
    'payments are as the provider says',
    'pending although it was told',
    ({ ledger }) => {
      at(ledger.prompts, 2).isReported = true;
    },
  ],
  [
    'payments are as the provider says',
    'pending although it could be asked for',
    ({ product }) => {
      at(product.payments, 2).checkoutRequestId = 'ws_3';
    },
  ],
  [
    'payments are as the provider says',
    'refused although it was taken',
    ({ product }) => {
      at(product.payments, 1).settledBy = 'push';
    },
  ],
  ['payments are as the provider says', 'taken and not recorded', ({ ledger }) => ledger.prompts.push(prompt)],
  ['payments are as the provider says', 'settled and never taken', ({ ledger }) => ledger.prompts.splice(1, 1)],
  [
    'offline payments are as the provider says',
    'acknowledged and lost',
    ({ product }) => product.payments.splice(3, 1),
  ],
  [
    'offline payments are as the provider says',
    'another amount',
    ({ ledger }) => {
      at(ledger.offline, 0).amount = 61;
    },
  ],
  ['offline payments are as the provider says', 'made up', ({ ledger }) => ledger.offline.splice(0, 1)],
  [
    'payouts and refunds are as the provider says',
    'success although it failed',
    ({ ledger }) => {
      at(ledger.payouts, 0).state = 'failed';
    },
  ],
  [
    'payouts and refunds are as the provider says',
    'failed although it is paid',
    ({ product }) => {
      at(product.disbursements, 0).status = 'failed';
    },
  ],
  [
    'payouts and refunds are as the provider says',
    'pending although it ended',
    ({ product }) => {
      at(product.disbursements, 0).status = 'pending';
    },
  ],
  [
    'payouts and refunds are as the provider says',
    'another amount',
    ({ product }) => {
      at(product.disbursements, 0).amount = 51;
    },
  ],
  [
    'payouts and refunds are as the provider says',
    'another receipt',
    ({ product }) => {
      at(product.disbursements, 0).receipt = 'RX';
    },
  ],
  [
    'payouts and refunds are as the provider says',
    'refused although it was taken',
    ({ product }) => {
      Object.assign(at(product.disbursements, 0), { settledBy: 'push', status: 'failed' });
    },
  ],
  [
    'payouts and refunds are as the provider says',
    'taken and not recorded',
    ({ product }) => product.disbursements.splice(0, 1),
  ],
  [
    'one receipt, one payment',
    'a receipt on two payments',
    ({ product }) => {
      at(product.payments, 3).receipt = 'R1';
    },
  ],
  [
    'one answer per key',
    'one key, two payments',
    ({ merchants }) => {
      at(merchants.answers, 1).id = 'p2';
    },
  ],
  ['one answer per key', 'accepted and never sent', ({ ledger }) => ledger.prompts.splice(0, 1)],
  ['every event arrives', 'final without an event', ({ product }) => product.events.splice(0, 1)],
  ['every event arrives', 'an event that never arrived', ({ merchants }) => merchants.webhooks.splice(2, 1)],
  [
    'one id per event',
    'one event under two ids',
    ({ merchants }) => {
      at(merchants.webhooks, 1).deliveryId = 'wx';
    },
  ],
  [
    'one id per event',
    'two events of one outcome',
    ({ product }) => product.events.push({ ...at(product.events, 0), id: 'ex' }),
  ],
  [
    'one id per event',
    'a webhook of no event',
    ({ merchants }) => {
      at(merchants.webhooks, 5).type = 'payment.failed';
    },
  ],
  [
    'webhooks are authentic',
    'a signature that does not verify',
    ({ merchants }) => {
      at(merchants.webhooks, 3).isAuthentic = false;
    },
  ],
  [
    'webhooks say what is recorded',
    'another amount',
    ({ merchants }) => {
      at(merchants.webhooks, 3).amount = 51;
    },
  ],
  [
    'webhooks say what is recorded',
    'no receipt although there is one',
    ({ merchants }) => {
      at(merchants.webhooks, 0).receipt = null;
    },
  ],
  [
    'webhooks say what is recorded',
    'another outcome',
    ({ merchants }) => {
      at(merchants.webhooks, 2).status = 'success';
    },
  ],
  [
    'everything has a next action',
    'a row that nothing looks at',
    ({ product }) => product.open.push({ ...openRow, nextAt: null }),
  ],
  [
    'everything has a next action',
    'a row that was due long ago',
    ({ product }) => product.open.push({ ...openRow, nextAt: now - 121 * second }),
  ],
  [
    'nothing is unknown without a reason',
    'indeterminate and nothing had happened',
    ({ ledger }) => {
      ledger.disturbed = new Set();
    },
  ],
  [
    'nothing is unknown without a reason',
    'an indeterminate key without a payment',
    ({ product }) => {
      at(product.claims, 0).resourceId = 'none';
    },
  ],
  [
    'nothing is unknown without a reason',
    'a callback that was given up',
    ({ product }) => {
      at(product.callbacks, 0).state = 'failed';
    },
  ],
  [
    'nothing is unknown without a reason',
    'a callback that fits nothing',
    ({ product }) => {
      at(product.callbacks, 0).state = 'unmatched';
    },
  ],
  [
    'limits hold',
    'one payout above the limit',
    ({ product }) => {
      at(product.limits, 0).perTransaction = 49;
    },
  ],
  ...(['perDay', 'perRecipientPerDay', 'perKeyPerDay'] as const).map(
    (limit): Case => [
      'limits hold',
      `more than ${limit}`,
      ({ product }) => {
        at(product.limits, 0)[limit] = 49;
      },
    ],
  ),
  [
    'two persons',
    'approved by who asked',
    ({ product }) => {
      at(product.orders, 0).decidedBy = 'u1';
    },
  ],
  [
    'two persons',
    'a sum that needs a second person, and nobody decided',
    ({ product }) => {
      Object.assign(at(product.orders, 0), { amount: 60, decidedBy: null });
      at(product.disbursements, 1).amount = 60;
    },
  ],
  [
    'two persons',
    'a sum that needs a second person, by a key',
    ({ product }) => {
      at(product.limits, 0).payoutFrom = 50;
    },
  ],
  ['one move per order', 'a refund of a person without an order', ({ product }) => product.claims.splice(1, 1)],
  ...(['rejected', 'cancelled', 'expired', 'awaiting_approval'] as const).map(
    (status): Case => [
      'one move per order',
      `an order that is ${status}`,
      ({ product }) => {
        at(product.orders, 0).status = status;
      },
    ],
  ),
  [
    'one move per order',
    'another amount',
    ({ product }) => {
      at(product.orders, 0).amount = 11;
    },
  ],
  [
    'one move per order',
    'in the name of somebody else',
    ({ product }) => {
      at(product.disbursements, 1).requestedBy = 'user:u2';
    },
  ],
  [
    'reports count what is recorded',
    'another amount',
    ({ product }) => {
      at(product.totals, 3).amount = 51;
    },
  ],
  ['reports count what is recorded', 'a row that no report has', ({ product }) => product.totals.splice(1, 1)],
  [
    'people look at contradictions',
    'a failure after a success, and nobody was asked',
    ({ product }) => product.audits.push(contradicted('payment.contradicted', 'p1', 'success')),
  ],
  [
    'people look at contradictions',
    'the ids of another operation on a payout that is pending',
    ({ product }) =>
      product.audits.push({
        ...contradicted('disbursement.contradicted', 'd1', 'pending'),
        reason: 'The ConversationID is another one.',
      }),
  ],
  [
    'people look at other amounts',
    'more came than was asked for',
    ({ product }) => {
      at(product.payments, 0).requestedAmount = 9;
    },
  ],
  [
    'people look at other amounts',
    'cents came',
    ({ product }) => {
      at(product.payments, 3).exactAmount = '60.50';
    },
  ],
  [
    'settled once',
    'two events of success',
    ({ product }) => product.events.push({ ...at(product.events, 2), id: 'e9' }),
  ],
  [
    'settled once',
    'two late successes in the audit',
    ({ product }) =>
      product.audits.push(
        contradicted('payment.succeeded_late', 'p1', null),
        contradicted('payment.succeeded_late', 'p1', null),
      ),
  ],
  [
    'one body per id',
    'a repeat with another body',
    ({ merchants }) => {
      at(merchants.webhooks, 1).body = 'another';
    },
  ],
];

describe('the judge of a torture', () => {
  it('finds nothing wrong when nothing is wrong', () => {
    expect(judge(sound())).toEqual([]);
  });

  it.each(cases)('%s: %s', (rule, _wrong, change) => {
    const facts = sound();
    change(facts);
    const found = judge(facts).filter((violation) => violation.rule === rule);
    expect(found.length).toBeGreaterThan(0);
    for (const { ids, what } of found) {
      expect(ids.every((id) => id !== '')).toBe(true);
      expect(what).toMatch(/\S/);
    }
  });

  it('has a case for each rule', () => {
    expect([...new Set(cases.map(([rule]) => rule))].sort()).toEqual(Object.keys(rules).sort());
  });

  const allowed: [string, (facts: Facts) => void][] = [
    [
      'a success that only a query told has no receipt',
      ({ ledger, product, merchants }) => {
        at(ledger.prompts, 0).isReported = false;
        Object.assign(at(product.payments, 0), { receipt: null, settledBy: 'query' });
        for (const webhook of merchants.webhooks.slice(0, 2)) webhook.receipt = null;
      },
    ],
    [
      'people were asked to look at what contradicts, and at another amount',
      ({ product }) => {
        product.audits.push(contradicted('payment.contradicted', 'p1', null));
        product.reviews.push({ subjectId: 'p1', reason: 'result_contradicted' });
        at(product.payments, 0).requestedAmount = 9;
        product.reviews.push({ subjectId: 'p1', reason: 'amount_differed' });
      },
    ],
    [
      'what left a day ago does not count towards a limit',
      ({ product }) => {
        at(product.disbursements, 1).createdAt = now - 90_000 * second;
        at(product.limits, 0).perDay = 50;
      },
    ],
    [
      'a refund that failed is followed by another',
      ({ ledger, product, merchants }) => {
        ledger.refunds.unshift({ ...at(ledger.refunds, 0), id: 'o1', state: 'failed', receipt: null });
        product.disbursements.push({
          ...at(product.disbursements, 1),
          id: 'd0',
          requestedBy: 'key:k1',
          status: 'failed',
          receipt: null,
          originatorId: 'o1',
        });
        product.totals.push({ applicationId: 'a1', kind: 'reversal', status: 'failed', count: 1, amount: 10 });
        product.events.push({ id: 'e0', type: 'refund.result', subjectId: 'd0', status: 'failed' });
        const webhook = {
          ...at(merchants.webhooks, 4),
          deliveryId: 'w0',
          subjectId: 'd0',
          status: 'failed',
          receipt: null,
        };
        merchants.webhooks.push(webhook);
      },
    ],
    [
      'a failure is followed by a late success',
      ({ product, merchants }) => {
        product.events.push({ id: 'e0', type: 'payment.failed', subjectId: 'p1', status: 'failed' });
        const early = { type: 'payment.failed', status: 'failed', receipt: null, deliveryId: 'w0' };
        merchants.webhooks.push({ ...at(merchants.webhooks, 0), ...early });
      },
    ],
    [
      'money came, and nobody told us',
      ({ ledger }) => {
        at(ledger.offline, 1).amount = 71;
      },
    ],
    [
      'a refused push has no event',
      ({ ledger, product, merchants }) => {
        ledger.prompts.splice(1, 1);
        at(product.payments, 1).settledBy = 'push';
        product.events.splice(1, 1);
        merchants.webhooks.splice(2, 1);
      },
    ],
  ];
  it.each(allowed)('finds nothing wrong when %s', (_what, change) => {
    const facts = sound();
    change(facts);
    expect(judge(facts)).toEqual([]);
  });
});
