import { indexBy, isRefusedAtOnce, type Rule, repeated } from './facts.ts';

/** How late a row may be looked at when all is quiet. */
export const overdueMs = 120_000;

type Terminal = {
  id: string;
  status: string;
  amount: number;
  receipt: string | null;
  types: string[];
  mayLackReceipt: boolean;
};

const payoutTypes = ['payout.result'];
const refundTypes = ['refund.result'];

/** Everything that is final, and the event that says so. A push that was refused has none: its caller got the refusal. */
function terminals({ product }: Parameters<Rule>[0]): Terminal[] {
  const payments = product.payments.map((row) => ({
    ...row,
    types: [`payment.${row.status}`],
    // Without a callback in time the success is announced as it is known.
    mayLackReceipt: row.settledBy === 'query',
  }));
  const disbursements = product.disbursements.map((row) => ({
    ...row,
    isSameMoney: false,
    types: row.kind === 'payout' ? payoutTypes : refundTypes,
    mayLackReceipt: row.settledBy === 'inquiry',
  }));
  return [...payments, ...disbursements].filter(
    (row) => row.status !== 'pending' && !isRefusedAtOnce(row) && !row.isSameMoney,
  );
}

/** The last word about everything final is an event that arrived. */
export const everyEventArrives: Rule = (facts) => {
  const events = new Set(facts.product.events.map(({ subjectId, type }) => `${subjectId} ${type}`));
  const arrived = new Set(facts.merchants.webhooks.map(({ subjectId, type }) => `${subjectId} ${type}`));
  return terminals(facts).flatMap(({ id, status, types }) =>
    types.flatMap((type) => {
      if (!events.has(`${id} ${type}`)) return [{ ids: [id], what: `${status} without an event ${type}` }];
      return arrived.has(`${id} ${type}`) ? [] : [{ ids: [id], what: `${type} never arrived` }];
    }),
  );
};

/** However often an event is posted, it has one id, and no event is made up. */
export const oneIdPerEvent: Rule = ({ product, merchants }) => {
  const posted = new Map<string, Set<string>>();
  for (const { deliveryId, subjectId, type, status } of merchants.webhooks) {
    const key = `${subjectId} ${type} ${status}`;
    posted.set(key, (posted.get(key) ?? new Set()).add(deliveryId));
  }
  const events = new Set(product.events.map(({ subjectId, type }) => `${subjectId} ${type}`));
  return [
    ...[...posted]
      .filter(([, ids]) => ids.size > 1)
      .map(([key, ids]) => ({ ids: [key, ...ids], what: 'one event arrived under several ids' })),
    ...merchants.webhooks
      .filter(({ subjectId, type }) => !events.has(`${subjectId} ${type}`))
      .map(({ deliveryId, type }) => ({ ids: [deliveryId], what: `${type} arrived, and is not recorded` })),
    ...repeated(product.events, ({ subjectId, type }) =>
      type.startsWith('payment.') ? `${subjectId} ${type}` : null,
    ).map(([key, all]) => ({ ids: [key, ...all.map(({ id }) => id)], what: 'one outcome has several events' })),
  ];
};

/** Every webhook verifies with the secret of its endpoint. */
export const webhooksAreAuthentic: Rule = ({ merchants }) =>
  merchants.webhooks
    .filter(({ isAuthentic }) => !isAuthentic)
    .map(({ deliveryId, type }) => ({ ids: [deliveryId], what: `the signature of ${type} does not verify` }));

/** A webhook about the final state says what is recorded. */
export const webhooksAreTrue: Rule = (facts) => {
  const rows = indexBy(terminals(facts), ({ id }) => id);
  return facts.merchants.webhooks.flatMap((webhook) => {
    const row = rows.get(webhook.subjectId);
    // A failure that was announced before a late success was true then.
    if (row === undefined || webhook.status !== row.status) {
      const isEarlier = row?.status === 'success' && webhook.status === 'failed';
      return isEarlier
        ? []
        : [{ ids: [webhook.deliveryId], what: `says ${webhook.status}, recorded is ${row?.status}` }];
    }
    const wrong: string[] = [];
    if (webhook.amount !== null && webhook.amount !== row.amount)
      wrong.push(`amount ${webhook.amount}, not ${row.amount}`);
    const lacks = webhook.receipt === null && row.mayLackReceipt;
    if (webhook.receipt !== row.receipt && !lacks) wrong.push(`receipt ${webhook.receipt}, not ${row.receipt}`);
    return wrong.map((what) => ({ ids: [webhook.deliveryId, row.id], what }));
  });
};

/** Somebody looks at every row that is not final, and has looked when it was due. */
export const everythingHasANextAction: Rule = ({ product }) =>
  product.open.flatMap(({ kind, id, nextAt }) => {
    if (nextAt === null) return [{ ids: [id], what: `a ${kind} that nothing will look at` }];
    const lateMs = product.at - nextAt;
    if (lateMs <= overdueMs) return [];
    return [{ ids: [id], what: `a ${kind} that was due ${Math.round(lateMs / 1000)} s ago` }];
  });

/** Nothing is unknown but for a reason, and no announcement was given up. */
export const unknownHasAReason: Rule = ({ ledger, product }) => {
  const rows = new Map(
    [...product.payments, ...product.disbursements].map(({ id, reference }) => [id, reference] as const),
  );
  return [
    ...product.claims
      .filter(({ state }) => state === 'indeterminate')
      .flatMap(({ key, resourceId }) => {
        const reference = rows.get(resourceId);
        if (reference === undefined) return [{ ids: [key, resourceId], what: 'an indeterminate key without a row' }];
        return ledger.disturbed.has(reference) ? [] : [{ ids: [key, resourceId], what: 'indeterminate for no reason' }];
      }),
    ...product.payments
      .filter(({ status, reference }) => status === 'pending' && !ledger.disturbed.has(reference))
      .map(({ id, reference }) => ({ ids: [id, reference], what: 'pending for no reason' })),
    ...product.callbacks
      .filter(({ state, error }) => state === 'failed' || (state === 'unmatched' && !error))
      .map(({ id, state, error }) => ({ ids: [id], what: `a callback is ${state}: ${error ?? 'no reason'}` })),
  ];
};
