import type { Facts, Webhook } from './facts.ts';

/** When the product was read. */
export const now = 1_750_000_000_000;
export const second = 1000;

const stk = {
  applicationId: 'a1',
  source: 'stk',
  exactAmount: null,
  shortcode: '600001',
  settledBy: 'callback',
  needsReview: false,
  isSameMoney: false,
} as const;
const sent = {
  applicationId: 'a1',
  environment: 'sandbox',
  phone: null,
  requestedBy: 'key:k1',
  createdAt: now - second,
  needsReview: false,
  settledBy: 'result',
} as const;

function ledger(): Facts['ledger'] {
  return {
    prompts: [
      { id: 'ws_1', reference: 'P1', amount: 10, resultCode: '0', receipt: 'R1', isReported: true },
      { id: 'ws_2', reference: 'P2', amount: 20, resultCode: '1032', receipt: null, isReported: true },
      { id: 'ws_3', reference: 'P3', amount: 30, resultCode: '0', receipt: 'R3', isReported: false },
    ],
    payouts: [{ id: 'd1', reference: 'W1', amount: 50, state: 'success', receipt: 'R4' }],
    refunds: [{ id: 'o2', reference: 'R1', amount: 10, state: 'success', receipt: 'R5' }],
    offline: [
      { receipt: 'R6', amount: 60, isReported: true },
      { receipt: 'R7', amount: 70, isReported: false },
    ],
    attempts: [
      ...['P1', 'P2', 'P3'].map((reference) => ({ kind: 'payment' as const, reference, id: null })),
      { kind: 'payout', reference: 'W1', id: 'd1' },
      { kind: 'refund', reference: 'R1', id: null },
    ],
    disturbed: new Set(['P3']),
  };
}

function payments(): Facts['product']['payments'] {
  return [
    {
      ...stk,
      id: 'p1',
      status: 'success',
      reference: 'P1',
      amount: 10,
      requestedAmount: 10,
      receipt: 'R1',
      resultCode: '0',
      checkoutRequestId: 'ws_1',
    },
    {
      ...stk,
      id: 'p2',
      status: 'failed',
      reference: 'P2',
      amount: 20,
      requestedAmount: 20,
      receipt: null,
      resultCode: '1032',
      checkoutRequestId: 'ws_2',
    },
    {
      ...stk,
      id: 'p3',
      status: 'pending',
      reference: 'P3',
      amount: 30,
      requestedAmount: 30,
      receipt: null,
      resultCode: null,
      settledBy: null,
      checkoutRequestId: null,
    },
    {
      ...stk,
      id: 'p6',
      source: 'c2b',
      status: 'success',
      reference: 'C6',
      amount: 60,
      requestedAmount: 60,
      receipt: 'R6',
      resultCode: '0',
      settledBy: 'c2b',
      checkoutRequestId: null,
    },
  ];
}

function product(): Facts['product'] {
  return {
    at: now,
    payments: payments(),
    disbursements: [
      {
        ...sent,
        id: 'd1',
        kind: 'payout',
        status: 'success',
        reference: 'W1',
        phone: '254712345678',
        amount: 50,
        receipt: 'R4',
        originatorId: 'd1',
      },
      {
        ...sent,
        requestedBy: 'user:u1',
        id: 'd2',
        kind: 'reversal',
        status: 'success',
        reference: 'R1',
        amount: 10,
        receipt: 'R5',
        originatorId: 'o2',
      },
    ],
    claims: [
      { id: 'k3', key: 'P3', state: 'indeterminate', resourceId: 'p3' },
      { id: 'k4', key: 'order→o1', state: 'completed', resourceId: 'd2' },
      { id: 'k5', key: 'attempt§t1', state: 'completed', resourceId: 'p1' },
      { id: 'k6', key: 'attempt§t2', state: 'completed', resourceId: 'p3' },
      { id: 'k7', key: 'attempt§t4', state: 'completed', resourceId: 't4' },
    ],
    events: [
      { id: 'e1', type: 'payment.success', subjectId: 'p1', status: 'success' },
      { id: 'e2', type: 'payment.failed', subjectId: 'p2', status: 'failed' },
      { id: 'e3', type: 'payout.result', subjectId: 'd1', status: 'success' },
      { id: 'e4', type: 'refund.result', subjectId: 'd2', status: 'success' },
      { id: 'e6', type: 'payment.success', subjectId: 'p6', status: 'success' },
      { id: 'e7', type: 'link.paid', subjectId: 'p1', status: null },
    ],
    limits: [
      {
        applicationId: 'a1',
        environment: 'sandbox',
        perTransaction: 50,
        perDay: 60,
        perRecipientPerDay: 50,
        perKeyPerDay: 60,
        payoutFrom: 60,
        reversalFrom: 60,
      },
    ],
    orders: [
      {
        id: 'o1',
        applicationId: 'a1',
        environment: 'sandbox',
        kind: 'reversal',
        status: 'executed',
        amount: 10,
        requestedBy: 'u1',
        decidedBy: 'u2',
      },
    ],
    reviews: [],
    audits: [],
    totals: [
      { applicationId: 'a1', kind: 'payment', status: 'success', count: 2, amount: 70 },
      { applicationId: 'a1', kind: 'payment', status: 'failed', count: 1, amount: 20 },
      { applicationId: 'a1', kind: 'payment', status: 'pending', count: 1, amount: 30 },
      { applicationId: 'a1', kind: 'payout', status: 'success', count: 1, amount: 50 },
      { applicationId: 'a1', kind: 'reversal', status: 'success', count: 1, amount: 10 },
    ],
    callbacks: [{ id: 'c1', state: 'applied', error: null }],
    links: [
      { id: 'l1', kind: 'once', status: 'paid', amount: 10, paymentsMax: null, paidCount: 1, paidAmount: 10 },
      { id: 'l2', kind: 'many', status: 'open', amount: 30, paymentsMax: 2, paidCount: 0, paidAmount: 0 },
    ],
    attempts: [
      { id: 't1', linkId: 'l1', state: 'handed', paymentId: 'p1' },
      { id: 't2', linkId: 'l2', state: 'handed', paymentId: 'p3' },
      { id: 't3', linkId: 'l2', state: 'refused', paymentId: null },
      { id: 't4', linkId: 'l2', state: 'stale', paymentId: null },
    ],
    credits: [{ paymentId: 'p1', linkId: 'l1', amount: 10, reversed: 0 }],
    open: [{ kind: 'payment', id: 'p3', nextAt: now + second }],
  };
}

/** A webhook about a success. */
function webhook(of: Pick<Webhook, 'deliveryId' | 'type' | 'subjectId' | 'amount' | 'receipt'>): Webhook {
  return { applicationId: 'a1', isAuthentic: true, body: `${of.deliveryId} ${of.receipt}`, status: 'success', ...of };
}

function merchants(): Facts['merchants'] {
  const paid = { deliveryId: 'w1', type: 'payment.success', subjectId: 'p1', amount: 10, receipt: 'R1' };
  const cancelled = { deliveryId: 'w2', type: 'payment.failed', subjectId: 'p2', amount: 20, receipt: null };
  return {
    webhooks: [
      webhook(paid),
      webhook(paid),
      { ...webhook(cancelled), status: 'failed' },
      webhook({ deliveryId: 'w3', type: 'payout.result', subjectId: 'd1', amount: 50, receipt: 'R4' }),
      webhook({ deliveryId: 'w4', type: 'refund.result', subjectId: 'd2', amount: 10, receipt: 'R5' }),
      webhook({ deliveryId: 'w6', type: 'payment.success', subjectId: 'p6', amount: 60, receipt: 'R6' }),
    ],
    answers: [
      { key: 'P1', kind: 'payment', reference: 'P1', status: 202, id: 'p1' },
      { key: 'P1', kind: 'payment', reference: 'P1', status: 202, id: 'p1' },
      { key: 'P3', kind: 'payment', reference: 'P3', status: 409, id: 'p3' },
    ],
  };
}

/** A run in which all went well: a paid and a cancelled prompt, a payout, a refund, an offline payment, one unknown. */
export function sound(): Facts {
  return { ledger: ledger(), product: product(), merchants: merchants() };
}
