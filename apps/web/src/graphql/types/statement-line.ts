import type { StatementLineKind, StatementMatch } from '@tillgate/db';
import { maskPhonesIn } from '@tillgate/domain/reading/payments';
import { mayRead } from '@tillgate/domain/reading/reach';
import { linesReport } from '@tillgate/domain/reading/reconciliation';
import { builder, reads } from '../builder.ts';
import { addList, environmentRef } from '../list.ts';
import { DisbursementRef, ownedRow, PaymentRef, read, StatementLineRef } from './refs.ts';

const LineKindRef = builder.enumType('StatementLineKind', {
  description: 'What a line of a statement is about.',
  values: {
    paid_in: { description: 'Money came.' },
    withdrawn: { description: 'Money went out.' },
    fee: { description: 'A fee of the provider.' },
    reversal: { description: 'Money went back to its payer.' },
    transfer: {
      description:
        'A leg of a transfer between accounts of the merchant: two of the shortcode, or one and a bank account.',
    },
  } satisfies Record<StatementLineKind, { description: string }>,
});

const LineMatchRef = builder.enumType('StatementMatch', {
  description: 'How a line found its payment or disbursement.',
  values: {
    receipt: { description: 'By its receipt.' },
    evidence: { description: 'By amount, time, and phone number or reference, which fit nothing else.' },
  } satisfies Record<StatementMatch, { description: string }>,
});

const LineFilterRef = builder.inputType('StatementLineFilter', {
  description: 'Which lines of statements a list holds. One must meet all that is given.',
  fields: (t) => ({
    shortcode: t.string({ description: 'The shortcode.' }),
    receipt: t.string({ description: 'The receipt of the provider.' }),
    kind: t.field({ type: LineKindRef, description: 'What it is about.' }),
    matched: t.boolean({ description: 'Whether it found its payment or disbursement.' }),
    createdFrom: t.field({
      type: 'DateTime',
      description: 'Completed at or after. With `createdTo`, at most two years.',
    }),
    createdTo: t.field({ type: 'DateTime', description: 'Completed before.' }),
  }),
});

/** Cents as KES with two decimals. */
function kesOf(cents: bigint): string {
  const digits = String(cents < 0n ? -cents : cents).padStart(3, '0');
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

builder.prismaObjectFields(StatementLineRef, (t) => ({
  lineId: t.exposeID('id', { description: 'The id of the line.' }),
  applicationId: t.exposeID('applicationId', { description: 'The application that it belongs to.' }),
  environment: t.expose('environment', { type: environmentRef, description: 'Where it happened.' }),
  statementId: t.exposeID('statementId', { description: 'The id of the first imported statement that had it.' }),
  shortcode: t.exposeString('shortcode', { description: 'The shortcode of the statement.' }),
  receipt: t.exposeString('receipt', { description: 'The receipt of the provider.' }),
  kind: t.expose('kind', { type: LineKindRef, description: 'What it is about.' }),
  paidIn: t.field({
    type: 'Money',
    description: 'KES that came; 0.00 when money went out.',
    select: { paidInCents: true },
    resolve: ({ paidInCents }) => kesOf(paidInCents),
  }),
  withdrawn: t.field({
    type: 'Money',
    description: 'KES that went out; 0.00 when money came.',
    select: { withdrawnCents: true },
    resolve: ({ withdrawnCents }) => kesOf(withdrawnCents),
  }),
  balance: t.field({
    type: 'Money',
    nullable: true,
    description: 'The balance after it, in KES; null when the statement does not say.',
    select: { balanceCents: true },
    resolve: ({ balanceCents }) => (balanceCents === null ? null : kesOf(balanceCents)),
  }),
  type: t.exposeString('lineType', { description: 'The kind of transaction, in words of the provider.' }),
  details: t.string({
    description: 'The details, in words of the provider.',
    select: { details: true },
    resolve: ({ details }) => maskPhonesIn(details),
  }),
  otherParty: t.string({
    description: 'Who paid or was paid, in words of the provider.',
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
    description: 'The receipt that it is about, such as the one that it reverses.',
  }),
  matchedBy: t.expose('matchedBy', {
    type: LineMatchRef,
    nullable: true,
    description: 'How it found its payment or disbursement; null when it did not.',
  }),
  matchedAt: t.expose('matchedAt', { type: 'DateTime', nullable: true, description: 'When it found it.' }),
  completedAt: t.expose('completedAt', { type: 'DateTime', description: 'When the money moved.' }),
  payment: t.field({
    ...reads('payments.read'),
    type: PaymentRef,
    description: 'The payment that it is; null when it is none.',
    // A line may be the money of another application of the organization, which the caller may not read.
    select: (_args, _ctx, nested) => ({ payment: nested({ select: ownedRow }) }),
    resolve: ({ payment }, _args, { reach }) =>
      payment && mayRead(reach, 'payments.read', payment.applicationId) ? payment : null,
  }),
  disbursement: t.field({
    ...reads('payouts.read'),
    type: DisbursementRef,
    description: 'The payout or refund that it is; null when it is none.',
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
