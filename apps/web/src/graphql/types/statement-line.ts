import type { StatementLineKind, StatementMatch } from '@tillgate/db';
import { maskPhonesIn } from '@tillgate/domain/reading/payments';
import { mayRead } from '@tillgate/domain/reading/reach';
import { linesReport } from '@tillgate/domain/reading/reconciliation';
import { builder, reads } from '../builder.ts';
import { addList, environmentRef } from '../list.ts';
import { DisbursementRef, ownedRow, PaymentRef, read, StatementLineRef } from './refs.ts';

const LineKindRef = builder.enumType('StatementLineKind', {
  description: 'The kind of a statement line.',
  values: {
    paid_in: { description: 'Money in.' },
    withdrawn: { description: 'Money out.' },
    fee: { description: 'A fee of the provider.' },
    reversal: { description: 'Money returned to its payer.' },
    transfer: {
      description:
        'One side of a transfer between accounts of the merchant: two accounts of the shortcode, or one and a bank account.',
    },
  } satisfies Record<StatementLineKind, { description: string }>,
});

const LineMatchRef = builder.enumType('StatementMatch', {
  description: 'How a statement line was matched.',
  values: {
    receipt: { description: 'By its receipt.' },
    evidence: { description: 'By amount, time, and phone number or reference, which fit only one candidate.' },
  } satisfies Record<StatementMatch, { description: string }>,
});

const LineFilterRef = builder.inputType('StatementLineFilter', {
  description: 'Filters lines of statements. A row must match all given fields.',
  fields: (t) => ({
    shortcode: t.string({ description: 'The shortcode.' }),
    receipt: t.string({ description: 'The receipt of the provider.' }),
    kind: t.field({ type: LineKindRef, description: 'The kind of line.' }),
    matched: t.boolean({ description: 'Whether the line is matched with a payment, payout or refund.' }),
    createdFrom: t.field({
      type: 'DateTime',
      description: 'Only lines completed at or after this time. Together with `createdTo`, at most two years.',
    }),
    createdTo: t.field({ type: 'DateTime', description: 'Only lines completed before this time.' }),
  }),
});

/** Cents as KES with two decimals. */
function kesOf(cents: bigint): string {
  const digits = String(cents < 0n ? -cents : cents).padStart(3, '0');
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

builder.prismaObjectFields(StatementLineRef, (t) => ({
  lineId: t.exposeID('id', { description: 'The ID of the line.' }),
  applicationId: t.exposeID('applicationId', { description: 'The application of the statement line.' }),
  environment: t.expose('environment', { type: environmentRef, description: 'The environment of the statement line.' }),
  statementId: t.exposeID('statementId', { description: 'The ID of the first imported statement that has the line.' }),
  shortcode: t.exposeString('shortcode', { description: 'The shortcode of the statement.' }),
  receipt: t.exposeString('receipt', { description: 'The receipt of the provider.' }),
  kind: t.expose('kind', { type: LineKindRef, description: 'The kind of line.' }),
  paidIn: t.field({
    type: 'Money',
    description: 'The amount paid in, in KES. 0.00 for money out.',
    select: { paidInCents: true },
    resolve: ({ paidInCents }) => kesOf(paidInCents),
  }),
  withdrawn: t.field({
    type: 'Money',
    description: 'The amount paid out, in KES. 0.00 for money in.',
    select: { withdrawnCents: true },
    resolve: ({ withdrawnCents }) => kesOf(withdrawnCents),
  }),
  balance: t.field({
    type: 'Money',
    nullable: true,
    description: 'The balance after the line, in KES. Null if the statement does not have it.',
    select: { balanceCents: true },
    resolve: ({ balanceCents }) => (balanceCents === null ? null : kesOf(balanceCents)),
  }),
  type: t.exposeString('lineType', { description: 'The transaction type, as the provider writes it.' }),
  details: t.string({
    description: 'The details, as the provider writes them.',
    select: { details: true },
    resolve: ({ details }) => maskPhonesIn(details),
  }),
  otherParty: t.string({
    description: 'The other party, as the provider writes it.',
    select: { otherParty: true },
    resolve: ({ otherParty }) => maskPhonesIn(otherParty),
  }),
  accountReference: t.string({
    description: 'The account reference.',
    select: { accountRef: true },
    resolve: ({ accountRef }) => maskPhonesIn(accountRef),
  }),
  linkedReceipt: t.exposeString('linkedReceipt', {
    nullable: true,
    description: 'The receipt of a related transaction, such as the reversed one.',
  }),
  matchedBy: t.expose('matchedBy', {
    type: LineMatchRef,
    nullable: true,
    description: 'How the line was matched. Null if it is not matched.',
  }),
  matchedAt: t.expose('matchedAt', { type: 'DateTime', nullable: true, description: 'When the line was matched.' }),
  completedAt: t.expose('completedAt', { type: 'DateTime', description: 'When the money moved.' }),
  payment: t.field({
    ...reads('payments.read'),
    type: PaymentRef,
    description: 'The matched payment. Null if there is none.',
    // A line may be the money of another application of the organization, which the caller may not read.
    select: (_args, _ctx, nested) => ({ payment: nested({ select: ownedRow }) }),
    resolve: ({ payment }, _args, { reach }) =>
      payment && mayRead(reach, 'payments.read', payment.applicationId) ? payment : null,
  }),
  disbursement: t.field({
    ...reads('payouts.read'),
    type: DisbursementRef,
    description: 'The matched payout or refund. Null if there is none.',
    select: (_args, _ctx, nested) => ({ disbursement: nested({ select: ownedRow }) }),
    resolve: ({ disbursement }, _args, { reach }) =>
      disbursement && mayRead(reach, 'payouts.read', disbursement.applicationId) ? disbursement : null,
  }),
}));

addList({
  name: 'statementLines',
  type: StatementLineRef,
  typeName: 'StatementLine',
  description: "Lines of the provider's statements that were imported, newest first.",
  permission: 'statements.read',
  filter: LineFilterRef,
  words: { one: 'A line', many: 'lines' },
  list: linesReport,
  read: read.lines,
});
