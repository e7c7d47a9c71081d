import type { ReviewStatus } from '@tillgate/db';
import {
  countReportedExceptions,
  type ExceptionReason,
  type ReportedException,
  reportExceptions,
} from '@tillgate/domain/reading/reconciliation';
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
import { DisbursementRef, ExceptionRef, PaymentRef, StatementLineRef } from './refs.ts';

const ReasonRef = builder.enumType('ExceptionReason', {
  description: 'Why a statement and what is recorded here do not agree.',
  values: {
    statement_missing_here: { description: 'The statement has money that is not recorded here.' },
    statement_missing_there: { description: 'The statement does not have money that is recorded here.' },
    statement_amount_differed: { description: 'The statement has another amount (both in KES).' },
    statement_duplicate: { description: 'The statement has two different lines of one kind for one receipt.' },
    statement_reversed: { description: 'The statement has a reversal that nobody asked for here.' },
  } satisfies Record<ExceptionReason, { description: string }>,
});

const StatusRef = builder.enumType('ExceptionStatus', {
  description: 'Whether an exception waits for a person.',
  values: {
    open: { description: 'It waits for a person.' },
    closed: { description: 'A person decided about it, or a later statement did.' },
  } satisfies Record<ReviewStatus, { description: string }>,
});

const ExceptionFilterRef = builder.inputType('ExceptionFilter', {
  description: 'Which exceptions a list holds. One must meet all that is given.',
  fields: (t) => ({
    status: t.field({ type: StatusRef, description: 'Open or closed ones; open without it.' }),
    reason: t.field({ type: ReasonRef, description: 'Why.' }),
    shortcode: t.string({ description: 'The shortcode.' }),
    createdFrom: t.field({
      type: 'DateTime',
      description: 'Found at or after. With `createdTo`, at most two years.',
    }),
    createdTo: t.field({ type: 'DateTime', description: 'Found before.' }),
  }),
});

const subjectOf = (kind: ReportedException['subjectKind'], { subjectKind, subjectId }: ReportedException) =>
  subjectKind === kind ? subjectId : undefined;

builder.node(ExceptionRef, {
  description: 'What the reconciliation with a statement found, for a person to decide.',
  ...ofApplication,
  id: { resolve: ({ id }) => id },
  loadManyWithoutCache: (ids, { loaders }) =>
    Promise.all(ids.map(async (id) => (await loaders.exceptions.load(id)) ?? null)),
  fields: (t) => ({
    exceptionId: t.exposeID('id', { description: 'The id of the review in the dashboard.' }),
    applicationId: t.exposeID('applicationId', { description: 'The application that it belongs to.' }),
    environment: t.expose('environment', { type: environmentRef, description: 'Where it happened.' }),
    reason: t.expose('reason', { type: ReasonRef, description: 'Why.' }),
    status: t.expose('status', { type: StatusRef, description: 'Whether it waits for a person.' }),
    sentence: t.exposeString('sentence', { description: 'What was found, in English.' }),
    shortcode: t.exposeString('shortcode', { nullable: true, description: 'The shortcode, when it is known.' }),
    receipt: t.exposeString('receipt', { nullable: true, description: 'The receipt, when there is one.' }),
    amount: t.expose('amount', { type: 'Money', nullable: true, description: 'The sum in KES, when it is known.' }),
    foundAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was found.' }),
    closedAt: t.expose('closedAt', { type: 'DateTime', nullable: true, description: 'When it was closed.' }),
    closingNote: t.exposeString('closingNote', {
      nullable: true,
      description: 'Why it was closed, in words of who did.',
    }),
    line: t.field({
      ...reads('statements.read'),
      type: StatementLineRef,
      description: 'The line of the statement that it is about; null when it is about something recorded here.',
      resolve: async (exception, _args, { loaders }) => {
        const id = subjectOf('statement_line', exception);
        return id === undefined ? null : ((await loaders.lines.load(id)) ?? null);
      },
    }),
    payment: t.field({
      ...reads('payments.read'),
      type: PaymentRef,
      description: 'The payment that it is about; null when it is about something else.',
      resolve: async (exception, _args, { loaders }) => {
        const id = subjectOf('payment', exception);
        return id === undefined ? null : ((await loaders.payments.load(id)) ?? null);
      },
    }),
    disbursement: t.field({
      ...reads('payouts.read'),
      type: DisbursementRef,
      description: 'The payout or refund that it is about; null when it is about something else.',
      resolve: async (exception, _args, { loaders }) => {
        const id = subjectOf('disbursement', exception);
        return id === undefined ? null : ((await loaders.disbursements.load(id)) ?? null);
      },
    }),
  }),
});

builder.queryField('exceptions', (t) =>
  t.connection(
    {
      ...listOptions('reviews.read'),
      type: ExceptionRef,
      description:
        'What the reconciliation with statements found, newest first: open ones unless the filter says otherwise.',
      args: {
        ...whereArgs,
        filter: t.arg({ type: ExceptionFilterRef, description: 'Which exceptions; without it, all open ones.' }),
      },
      resolve: async (_root, args, ctx) => {
        const span = demandSpan(ctx, 'reviews.read', args);
        const { filter } = args;
        const page = await reportExceptions(ctx, span, { filter, page: pageOf(args) });
        return connectionOf(page, () => countReportedExceptions(ctx, span, filter));
      },
    },
    {
      name: 'ExceptionConnection',
      description: 'A page of exceptions.',
      fields: (fields) => ({
        totalCount: fields.field({ ...countOptions, resolve: ({ count }) => count() }),
        lookedBackTo: fields.expose('lookedBackTo', lookedBackOptions),
      }),
    },
    { name: 'ExceptionEdge', description: 'An exception and its place in the list.' },
  ),
);
