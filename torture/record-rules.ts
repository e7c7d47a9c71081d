import type { AuditFact, DisbursementFact, Facts, LimitsFact, Rule } from './facts.ts';
import { indexBy, repeated } from './facts.ts';

const dayMs = 86_400_000;

type Sum = { limit: keyof LimitsFact; of: (row: DisbursementFact) => boolean };

/** What a limit of a day counts together with a payout or refund: all that has not failed, of the 24 hours before it. */
function sumsWith(row: DisbursementFact): Sum[] {
  const isOfDay = (other: DisbursementFact) =>
    other.applicationId === row.applicationId &&
    other.environment === row.environment &&
    other.createdAt <= row.createdAt &&
    other.createdAt > row.createdAt - dayMs;
  const isByKey = row.requestedBy.startsWith('key:');
  return [
    { limit: 'perDay', of: isOfDay },
    ...(row.phone === null
      ? []
      : [{ limit: 'perRecipientPerDay', of: (one) => isOfDay(one) && one.phone === row.phone } satisfies Sum]),
    ...(isByKey
      ? [{ limit: 'perKeyPerDay', of: (one) => isOfDay(one) && one.requestedBy === row.requestedBy } satisfies Sum]
      : []),
  ];
}

/** No more has left, or may still leave, than the limits of an application allow. The limits are the same all the while. */
export const limitsHold: Rule = ({ product }) => {
  const live = product.disbursements.filter(({ status }) => status !== 'failed');
  return live.flatMap((row) => {
    const limits = product.limits.find(
      ({ applicationId, environment }) => applicationId === row.applicationId && environment === row.environment,
    );
    if (limits === undefined) return [];
    const tooLarge = limits.perTransaction !== null && row.amount > limits.perTransaction;
    const exceeded = sumsWith(row).flatMap(({ limit, of }) => {
      const sum = live.filter(of).reduce((total, { amount }) => total + amount, 0);
      const max = limits[limit];
      return typeof max === 'number' && sum > max ? [`${sum} left, and ${limit} is ${max}`] : [];
    });
    const wrong = [...(tooLarge ? [`${row.amount} is above the limit ${limits.perTransaction}`] : []), ...exceeded];
    return wrong.map((what) => ({ ids: [row.id, row.reference], what }));
  });
};

/** Nobody lets go what they asked for themselves, and nothing that needs a second person goes without one. */
export const twoPersons: Rule = ({ product }) => {
  const thresholdOf = (kind: string, of: { applicationId: string; environment: string }) => {
    const policy = product.limits.find(
      ({ applicationId, environment }) => applicationId === of.applicationId && environment === of.environment,
    );
    return (kind === 'payout' ? policy?.payoutFrom : kind === 'reversal' ? policy?.reversalFrom : null) ?? null;
  };
  const needsTwo = (row: { kind: string; amount: number | null; applicationId: string; environment: string }) => {
    const from = thresholdOf(row.kind, row);
    return from !== null && row.amount !== null && row.amount >= from;
  };
  return [
    ...product.orders
      .filter(({ requestedBy, decidedBy, status }) => decidedBy === requestedBy && status !== 'cancelled')
      .map(({ id, status, requestedBy }) => ({ ids: [id, requestedBy], what: `${status} by who had asked for it` })),
    ...product.orders
      .filter((order) => ['approved', 'executed'].includes(order.status) && order.decidedBy === null && needsTwo(order))
      .map(({ id, amount, requestedBy }) => ({ ids: [id, requestedBy], what: `${amount} let go by nobody` })),
    ...product.disbursements
      .filter((row) => row.requestedBy.startsWith('key:') && needsTwo(row))
      .map(({ id, amount, requestedBy }) => ({ ids: [id, requestedBy], what: `${amount} let go by a key` })),
  ];
};

/** The claim of an order names what the order moved. */
const orderKey = /^order→(.+)$/;

/** What people ask for moves money once, if it was let go, and as much as was asked for. */
export const oneMovePerOrder: Rule = ({ product }) => {
  const orders = indexBy(product.orders, ({ id }) => id);
  const orderOf = new Map(
    product.claims.flatMap(({ key, resourceId }) => {
      const order = orders.get(orderKey.exec(key)?.[1] ?? '');
      return order ? [[resourceId, order] as const] : [];
    }),
  );
  return product.disbursements
    .filter(({ requestedBy }) => requestedBy.startsWith('user:'))
    .flatMap(({ id, reference, amount, requestedBy }) => {
      const order = orderOf.get(id);
      const wrong = (what: string) => [{ ids: [id, reference, ...(order ? [order.id] : [])], what }];
      if (order === undefined) return wrong('a person moved money without an order');
      if (order.status !== 'approved' && order.status !== 'executed')
        return wrong(`moved, and the order is ${order.status}`);
      if (order.amount !== amount) return wrong(`${amount} moved, ${order.amount} was asked for`);
      return requestedBy === `user:${order.requestedBy}` ? [] : wrong('moved for another person than who asked');
    });
};

/** Reports count each row once, as it is. */
export const totalsAreTrue: Rule = ({ product }) => {
  const sums = new Map<string, { count: number; amount: number }>();
  const add = (key: string, count: number, amount: number) => {
    const sum = sums.get(key) ?? { count: 0, amount: 0 };
    sums.set(key, { count: sum.count + count, amount: sum.amount + amount });
  };
  const rows = [...product.payments.map((row) => ({ ...row, kind: 'payment' })), ...product.disbursements];
  for (const { applicationId, kind, status, amount } of rows) add(`${applicationId} ${kind} ${status}`, 1, amount);
  for (const { applicationId, kind, status, count, amount } of product.totals)
    add(`${applicationId} ${kind} ${status}`, -count, -amount);
  return [...sums]
    .filter(([, { count, amount }]) => count !== 0 || amount !== 0)
    .map(([key, { count, amount }]) => ({ ids: [key], what: `reports lack ${count} rows and KES ${amount}` }));
};

/** Ids of another operation say nothing about a disbursement that is final: they are only audited. */
const isAboutAnother = ({ reason }: AuditFact) =>
  /ConversationID is another|transaction that is reversed/.test(reason ?? '');

function needsReview(audit: AuditFact): boolean {
  if (audit.action === 'payment.contradicted') return true;
  if (audit.action !== 'disbursement.contradicted') return false;
  return !isAboutAnother(audit) || (audit.door === 'result' && audit.status === 'pending');
}

/** People were asked to look at whatever contradicts money that is recorded. */
export const contradictionsAreReviewed: Rule = ({ product }) => {
  const reviewed = reviewedBy(product, 'result_contradicted');
  return product.audits
    .filter((audit) => needsReview(audit) && !reviewed.has(audit.subjectId))
    .map(({ id, subjectId, reason }) => ({ ids: [id, subjectId], what: `contradicted, and no review: ${reason}` }));
};

/** People were asked to look at money of another amount than the one that was asked for. */
export const differencesAreReviewed: Rule = ({ product }) => {
  const reviewed = reviewedBy(product, 'amount_differed');
  return product.payments
    .filter(({ amount, requestedAmount, exactAmount }) => amount !== requestedAmount || exactAmount !== null)
    .filter(({ id }) => !reviewed.has(id))
    .map(({ id, reference, amount, exactAmount, requestedAmount }) => ({
      ids: [id, reference],
      what: `${exactAmount ?? amount} came, ${requestedAmount} was asked for, and no review`,
    }));
};

const reviewedBy = ({ reviews }: Facts['product'], wanted: string) =>
  new Set(reviews.filter(({ reason }) => reason === wanted).map(({ subjectId }) => subjectId));

/** What a person may do to money, and the provider by a late success, is done once. */
const onceActions = new Set([
  'payment.succeeded_late',
  'payment.expired',
  'disbursement.succeeded_late',
  'disbursement.requested',
]);

/** Nothing is settled twice: each outcome has one event at most, and one entry in the audit. */
export const settledOnce: Rule = ({ product }) => [
  ...repeated(product.events, ({ subjectId, status, type }) =>
    status === null || type.startsWith('admin.') ? null : `${subjectId} ${status}`,
  ).map(([key, events]) => ({ ids: [key, ...events.map(({ id }) => id)], what: `told ${events.length} times` })),
  ...repeated(product.audits, ({ action, subjectId }) =>
    onceActions.has(action) ? `${subjectId} ${action}` : null,
  ).map(([key, audits]) => ({ ids: [key, ...audits.map(({ id }) => id)], what: `audited ${audits.length} times` })),
];

/** However often an event is posted, its body is the same. */
export const oneBodyPerId: Rule = ({ merchants }) =>
  repeated(merchants.webhooks, ({ deliveryId }) => deliveryId)
    .map(([id, posts]) => ({ id, bodies: new Set(posts.map(({ body }) => body)).size }))
    .filter(({ bodies }) => bodies > 1)
    .map(({ id, bodies }) => ({ ids: [id], what: `one id was posted with ${bodies} bodies` }));
