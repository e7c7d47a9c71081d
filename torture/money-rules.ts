import {
  type Facts,
  indexBy,
  isRefusedAtOnce,
  type PaymentFact,
  type Rule,
  repeated,
  type TakenPrompt,
} from './facts.ts';

/** The customer is asked once per key, whatever became of the first request. */
export const onePushPerKey: Rule = ({ ledger }) => [
  ...repeated(ledger.prompts, ({ reference }) => reference).map(([reference, prompts]) => ({
    ids: [reference, ...prompts.map(({ id }) => id)],
    what: `the provider took ${prompts.length} prompts for one key`,
  })),
  ...repeated(
    ledger.attempts.filter(({ kind }) => kind === 'payment'),
    ({ reference }) => reference,
  ).map(([reference, sent]) => ({ ids: [reference], what: `one key was pushed ${sent.length} times` })),
];

/** Money goes out once per key and once per OriginatorConversationID. */
export const onePayoutPerKey: Rule = ({ ledger }) => {
  const sent = ledger.attempts.filter(({ kind }) => kind === 'payout');
  return [
    ...repeated(ledger.payouts, ({ reference }) => reference).map(([reference, payouts]) => ({
      ids: [reference, ...payouts.map(({ id }) => id)],
      what: `the provider took ${payouts.length} payouts for one key`,
    })),
    ...repeated(sent, ({ reference }) => reference).map(([reference, all]) => ({
      ids: [reference],
      what: `one key was sent ${all.length} times as a payout`,
    })),
    ...repeated(sent, ({ id }) => id).map(([id, all]) => ({
      ids: [id],
      what: `one OriginatorConversationID was sent ${all.length} times`,
    })),
  ];
};

/** A receipt has at most one refund that is under way or done. */
export const oneLiveRefund: Rule = ({ ledger, product }) => [
  ...repeated(
    ledger.refunds.filter(({ state }) => state !== 'failed'),
    ({ reference }) => reference,
  ).map(([receipt, refunds]) => ({
    ids: [receipt, ...refunds.map(({ id }) => id)],
    what: `the provider has ${refunds.length} live refunds of one receipt`,
  })),
  ...repeated(
    product.disbursements.filter(({ kind, status }) => kind === 'reversal' && status !== 'failed'),
    ({ reference }) => reference.toUpperCase(),
  ).map(([receipt, refunds]) => ({
    ids: [receipt, ...refunds.map(({ id }) => id)],
    what: `${refunds.length} refunds of one receipt are pending or successful`,
  })),
];

function differences(payment: PaymentFact, prompt: TakenPrompt): string[] {
  const expected = prompt.resultCode === '0' ? 'success' : 'failed';
  if (prompt.resultCode === null) return [`${payment.status}, and nobody has answered the prompt`];
  const wrong: string[] = [];
  if (payment.status !== expected) wrong.push(`status ${payment.status}, the provider says ${expected}`);
  if (payment.amount !== prompt.amount) wrong.push(`amount ${payment.amount}, the provider says ${prompt.amount}`);
  if (payment.resultCode !== prompt.resultCode) {
    wrong.push(`result ${payment.resultCode}, the provider says ${prompt.resultCode}`);
  }
  // Only a callback reports a receipt.
  const mayLackReceipt = payment.receipt === null && !prompt.isReported;
  if (payment.receipt !== prompt.receipt && !mayLackReceipt) {
    wrong.push(`receipt ${payment.receipt}, the provider says ${prompt.receipt}`);
  }
  return wrong;
}

function judgePrompted(payment: PaymentFact, prompt: TakenPrompt | undefined): string[] {
  if (payment.status === 'pending') {
    if (prompt === undefined || prompt.resultCode === null) return [];
    if (prompt.isReported) return ['pending, and the outcome was reported'];
    return payment.checkoutRequestId === null ? [] : ['pending, and the outcome could be asked for'];
  }
  if (payment.settledBy === 'push') return prompt === undefined ? [] : ['refused, and the provider took the prompt'];
  return prompt === undefined
    ? [`${payment.status}, and the provider never took the prompt`]
    : differences(payment, prompt);
}

/** Every payment is what the provider says it is. */
export const paymentsAreTrue: Rule = ({ ledger, product }) => {
  const prompts = indexBy(ledger.prompts, ({ reference }) => reference);
  const prompted = product.payments.filter(({ source }) => source === 'stk');
  const known = new Set(prompted.map(({ reference }) => reference));
  return [
    ...prompted.flatMap((payment) =>
      judgePrompted(payment, prompts.get(payment.reference)).map((what) => ({
        ids: [payment.id, payment.reference],
        what,
      })),
    ),
    ...ledger.prompts
      .filter(({ reference }) => !known.has(reference))
      .map(({ id, reference }) => ({ ids: [id, reference], what: 'the provider took a prompt that is not recorded' })),
  ];
};

/** Every offline payment that was acknowledged is recorded once, as the provider says. */
export const offlineIsTrue: Rule = ({ ledger, product }) => {
  const rows = indexBy(
    product.payments.filter(({ source }) => source === 'c2b'),
    ({ receipt }) => receipt,
  );
  const money = indexBy(ledger.offline, ({ receipt }) => receipt);
  return [
    ...ledger.offline.flatMap(({ receipt, amount, isReported }) => {
      const row = rows.get(receipt);
      if (row === undefined) return isReported ? [{ ids: [receipt], what: 'acknowledged and not recorded' }] : [];
      return row.status === 'success' && row.amount === amount
        ? []
        : [{ ids: [row.id, receipt], what: `${row.status} ${row.amount}, the provider says success ${amount}` }];
    }),
    ...[...rows.values()]
      .filter(({ receipt }) => receipt === null || !money.has(receipt))
      .map(({ id, receipt }) => ({ ids: [id, String(receipt)], what: 'the provider knows no such offline payment' })),
  ];
};

/** Every payout and refund is what the provider says it is. */
export const disbursementsAreTrue: Rule = ({ ledger, product }) => {
  const payouts = indexBy(ledger.payouts, ({ id }) => id);
  const refundsOf = (receipt: string) => ledger.refunds.filter(({ reference }) => reference === receipt);
  const known = new Set(product.disbursements.map(({ reference }) => reference));
  const unrecorded = [...ledger.payouts, ...ledger.refunds]
    .filter(({ reference }) => !known.has(reference))
    .map(({ id, reference }) => ({ ids: [id, reference], what: 'the provider took it, and it is not recorded' }));
  const wrong = product.disbursements.flatMap((row) => {
    const { id, kind, status, reference } = row;
    const taken =
      kind === 'payout'
        ? [payouts.get(id)].flatMap((one) => one ?? [])
        : refundsOf(reference).filter((one) => row.originatorId === null || one.id === row.originatorId);
    const say = (what: string) => [{ ids: [id, reference], what }];
    if (isRefusedAtOnce(row)) {
      return kind === 'payout' && taken.length > 0 ? say('refused, and the provider took it') : [];
    }
    if (status === 'pending') {
      const ended = taken.find(({ state }) => state !== 'waiting');
      return ended && row.originatorId !== null ? say(`pending, the provider says ${ended.state}`) : [];
    }
    const match = taken.find(({ state }) => state === status);
    if (match === undefined)
      return say(`${status}, the provider says ${taken.map(({ state }) => state).join() || 'nothing'}`);
    if (match.amount !== null && match.amount !== row.amount) return say(`amount ${row.amount}, not ${match.amount}`);
    const lacks = row.receipt === null && row.settledBy === 'inquiry';
    return row.receipt === match.receipt || lacks ? [] : say(`receipt ${row.receipt}, not ${match.receipt}`);
  });
  return [...unrecorded, ...wrong];
};

/** No receipt stands on two payments. */
export const oneReceiptOnePayment: Rule = ({ product }: Facts) =>
  repeated(product.payments, ({ shortcode, receipt }) => receipt && `${shortcode} ${receipt}`).map(([key, rows]) => ({
    ids: [key, ...rows.map(({ id }) => id)],
    what: 'one receipt stands on several payments',
  }));

/** All answers under a key name one thing, and what was accepted was sent. */
export const oneAnswerPerKey: Rule = ({ ledger, merchants }) => {
  const taken = new Set([...ledger.prompts, ...ledger.payouts, ...ledger.refunds].map(({ reference }) => reference));
  const named = merchants.answers.filter(({ id }) => id !== null);
  return [
    ...repeated(named, ({ kind, key }) => `${kind} ${key}`)
      .filter(([, answers]) => new Set(answers.map(({ id }) => id)).size > 1)
      .map(([key, answers]) => ({
        ids: [key, ...new Set(answers.map(({ id }) => String(id)))],
        what: 'the answers under one key name several things',
      })),
    ...named
      .filter(({ status, reference }) => status === 202 && !taken.has(reference))
      .map(({ key, id }) => ({ ids: [key, String(id)], what: 'accepted, and the provider never took it' })),
  ];
};
