import type { StatementLineKind, StatementMatch } from '@tillgate/db';
import { countReportedLines, reportLines } from '@tillgate/domain/reading/reconciliation';
import { builder, ofApplication, reads } from '../builder.ts';
import {
  connectionOf,
  countOptions,
  demandSpan,
  environmentRef,
  listOptions,
  lookedBackOptions,
  pageOf,
  whereArgs,
} from '../list.ts';
import { DisbursementRef, PaymentRef, StatementLineRef } from './refs.ts';

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

builder.node(StatementLineRef, {
  description: "A line of the provider's statement that moved money. Phone numbers in its texts are masked.",
  ...ofApplication,
  id: { resolve: ({ id }) => id },
  loadManyWithoutCache: (ids, { loaders }) =>
    Promise.all(ids.map(async (id) => (await loaders.lines.load(id)) ?? null)),
  fields: (t) => ({
    lineId: t.exposeID('id', { description: 'The id of the line.' }),
    applicationId: t.exposeID('applicationId', { description: 'The application that it belongs to.' }),
    environment: t.expose('environment', { type: environmentRef, description: 'Where it happened.' }),
    statementId: t.exposeID('statementId', { description: 'The id of the first imported statement that had it.' }),
    shortcode: t.exposeString('shortcode', { description: 'The shortcode of the statement.' }),
    receipt: t.exposeString('receipt', { description: 'The receipt of the provider.' }),
    kind: t.expose('kind', { type: LineKindRef, description: 'What it is about.' }),
    paidIn: t.expose('paidIn', { type: 'Money', description: 'KES that came; 0.00 when money went out.' }),
    withdrawn: t.expose('withdrawn', { type: 'Money', description: 'KES that went out; 0.00 when money came.' }),
    balance: t.expose('balance', {
      type: 'Money',
      nullable: true,
      description: 'The balance after it, in KES; null when the statement does not say.',
    }),
    type: t.exposeString('type', { description: 'The kind of transaction, in words of the provider.' }),
    details: t.exposeString('details', { description: 'The details, in words of the provider.' }),
    otherParty: t.exposeString('otherParty', { description: 'Who paid or was paid, in words of the provider.' }),
    accountReference: t.exposeString('accountRef', { description: 'The account reference.' }),
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
    completedAt: t.expose('createdAt', { type: 'DateTime', description: 'When the money moved.' }),
    payment: t.field({
      ...reads('payments.read'),
      type: PaymentRef,
      description: 'The payment that it is; null when it is none.',
      resolve: async ({ paymentId }, _args, { loaders }) =>
        paymentId === null ? null : ((await loaders.payments.load(paymentId)) ?? null),
    }),
    disbursement: t.field({
      ...reads('payouts.read'),
      type: DisbursementRef,
      description: 'The payout or refund that it is; null when it is none.',
      resolve: async ({ disbursementId }, _args, { loaders }) =>
        disbursementId === null ? null : ((await loaders.disbursements.load(disbursementId)) ?? null),
    }),
  }),
});

builder.queryField('statementLines', (t) =>
  t.connection(
    {
      ...listOptions('statements.read'),
      type: StatementLineRef,
      description: "Lines of the provider's statements that were imported, newest first.",
      args: { ...whereArgs, filter: t.arg({ type: LineFilterRef, description: 'Which lines; without it, all.' }) },
      resolve: async (_root, args, ctx) => {
        const span = demandSpan(ctx, 'statements.read', args);
        const { filter } = args;
        const page = await reportLines(ctx, span, { filter, page: pageOf(args) });
        return connectionOf(page, () => countReportedLines(ctx, span, filter));
      },
    },
    {
      name: 'StatementLineConnection',
      description: 'A page of lines.',
      fields: (fields) => ({
        totalCount: fields.field({ ...countOptions, resolve: ({ count }) => count() }),
        lookedBackTo: fields.expose('lookedBackTo', lookedBackOptions),
      }),
    },
    { name: 'StatementLineEdge', description: 'A line and its place in the list.' },
  ),
);
