import type { ReviewStatus, ReviewSubject } from '@tillgate/db';
import { readable } from '@tillgate/domain/reading/reach';
import {
  type ExceptionFacts,
  type ExceptionReason,
  exceptionsReport,
  readExceptionFacts,
} from '@tillgate/domain/reading/reconciliation';
import { reasonInWords, reasonSentence } from '@tillgate/domain/reviews';
import { builder, reads } from '../builder.ts';
import type { GraphqlContext } from '../context.ts';
import { addList, environmentRef } from '../list.ts';
import { batched, rowsOf } from '../rows.ts';
import { DisbursementRef, ExceptionRef, PaymentRef, read, StatementLineRef } from './refs.ts';

const ReasonRef = builder.enumType('ExceptionReason', {
  description: 'Why a statement and the recorded transactions differ.',
  values: {
    statement_missing_here: { description: 'The statement has a transaction that is not recorded.' },
    statement_missing_there: { description: 'The statement does not have a transaction that is recorded.' },
    statement_amount_differed: {
      description: 'The amount in the statement differs from the recorded amount (both in KES).',
    },
    statement_duplicate: { description: 'The statement has two different lines of the same kind for one receipt.' },
    statement_reversed: { description: 'The statement has a reversal that nobody requested.' },
  } satisfies Record<ExceptionReason, { description: string }>,
});

const StatusRef = builder.enumType('ExceptionStatus', {
  description: 'The status of an exception.',
  values: {
    open: { description: 'A person must decide about it.' },
    closed: { description: 'A person or a later statement resolved it.' },
  } satisfies Record<ReviewStatus, { description: string }>,
});

const ExceptionFilterRef = builder.inputType('ExceptionFilter', {
  description: 'Filters exceptions. A row must match all given fields.',
  fields: (t) => ({
    status: t.field({ type: StatusRef, description: 'Only open, or only closed exceptions. Default: open.' }),
    reason: t.field({ type: ReasonRef, description: 'The reason.' }),
    shortcode: t.string({ description: 'The shortcode.' }),
    createdFrom: t.field({
      type: 'DateTime',
      description: 'Only exceptions found at or after this time. Together with `createdTo`, at most two years.',
    }),
    createdTo: t.field({ type: 'DateTime', description: 'Only exceptions found before this time.' }),
  }),
});

type Reviewed = { id: string; applicationId: string; subjectKind: ReviewSubject; subjectId: string };

/** The ids of what reviews are about, of those that are about this kind of thing. */
const subjectsOf = (kind: ReviewSubject) => async (reviews: readonly Reviewed[]) =>
  new Map(reviews.flatMap(({ id, subjectKind, subjectId }) => (subjectKind === kind ? [[id, [subjectId]]] : [])));

const facts = {};
const unknown: ExceptionFacts = { shortcode: null, receipt: null, amount: null };

/** The facts of an exception, read with one statement for all rows of a query. */
function factsOf(review: Reviewed, ctx: GraphqlContext): Promise<ExceptionFacts> {
  return batched(ctx, facts, review, async (reviews) => {
    const ids = reviews.map(({ id }) => id);
    const found = await readExceptionFacts(ctx.db, { ids, applicationIds: readable(ctx.reach, 'reviews.read') });
    return ({ id }) => found.get(id) ?? unknown;
  });
}

builder.prismaObjectFields(ExceptionRef, (t) => ({
  exceptionId: t.exposeID('id', { description: 'The ID of the review in the dashboard.' }),
  applicationId: t.exposeID('applicationId', { description: 'The application of the exception.' }),
  environment: t.expose('environment', { type: environmentRef, description: 'The environment of the exception.' }),
  reason: t.field({
    type: ReasonRef,
    description: 'The reason.',
    select: { reason: true },
    // Only reviews with these reasons are read.
    resolve: ({ reason }) => reason as ExceptionReason,
  }),
  status: t.expose('status', { type: StatusRef, description: 'The status of the exception.' }),
  sentence: t.string({
    description: 'What was found, as a sentence in English.',
    select: { reason: true, detail: true, subjectKind: true },
    resolve: (review) => reasonSentence(reasonInWords(review)),
  }),
  shortcode: t.string({
    nullable: true,
    description: 'The shortcode, if it is known.',
    resolve: async (review, _args, ctx) => (await factsOf(review, ctx)).shortcode,
  }),
  receipt: t.string({
    nullable: true,
    description: 'The receipt, if there is one.',
    resolve: async (review, _args, ctx) => (await factsOf(review, ctx)).receipt,
  }),
  amount: t.field({
    type: 'Money',
    nullable: true,
    description: 'The amount in KES, if it is known.',
    resolve: async (review, _args, ctx) => (await factsOf(review, ctx)).amount,
  }),
  foundAt: t.expose('openedAt', { type: 'DateTime', description: 'When the exception was found.' }),
  closedAt: t.expose('closedAt', { type: 'DateTime', nullable: true, description: 'When the exception was closed.' }),
  closingNote: t.exposeString('closingNote', {
    nullable: true,
    description: 'The note of the person who closed the exception.',
  }),
  line: t.field({
    ...reads('statements.read'),
    type: StatementLineRef,
    description: 'The statement line that the exception is about. Null if it is about a recorded transaction.',
    resolve: async (review, _args, ctx, info) => {
      const [row] = await rowsOf(ctx, info, review, {
        list: subjectsOf('statement_line'),
        read: read.lines,
      });
      return row;
    },
  }),
  payment: t.field({
    ...reads('payments.read'),
    type: PaymentRef,
    description: 'The payment that the exception is about. Null if it is about something else.',
    resolve: async (review, _args, ctx, info) => {
      const [row] = await rowsOf(ctx, info, review, {
        list: subjectsOf('payment'),
        read: read.payments,
      });
      return row;
    },
  }),
  disbursement: t.field({
    ...reads('payouts.read'),
    type: DisbursementRef,
    description: 'The payout or refund that the exception is about. Null if it is about something else.',
    resolve: async (review, _args, ctx, info) => {
      const [row] = await rowsOf(ctx, info, review, {
        list: subjectsOf('disbursement'),
        read: read.disbursements,
      });
      return row;
    },
  }),
}));

addList({
  name: 'exceptions',
  type: ExceptionRef,
  typeName: 'Exception',
  description:
    'Differences between statements and recorded transactions, newest first. Only open ones unless the filter says otherwise.',
  permission: 'reviews.read',
  filter: ExceptionFilterRef,
  filterDescription: 'Filters the exceptions. Default: all open exceptions.',
  words: { one: 'An exception', many: 'exceptions' },
  list: exceptionsReport,
  read: read.exceptions,
});
