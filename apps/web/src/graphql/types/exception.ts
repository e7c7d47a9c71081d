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

type Reviewed = { id: string; applicationId: string; subjectKind: ReviewSubject; subjectId: string };

/** The ids of what reviews are about, of those that are about this kind of thing. */
const subjectsOf = (kind: ReviewSubject) => async (reviews: readonly Reviewed[]) =>
  new Map(reviews.flatMap(({ id, subjectKind, subjectId }) => (subjectKind === kind ? [[id, [subjectId]]] : [])));

const facts = {};
const unknown: ExceptionFacts = { shortcode: null, receipt: null, amount: null };

/** What an exception is about: one statement for all rows of a query, whichever fields ask for it. */
function factsOf(review: Reviewed, ctx: GraphqlContext): Promise<ExceptionFacts> {
  return batched(ctx, facts, review, async (reviews) => {
    const ids = reviews.map(({ id }) => id);
    const found = await readExceptionFacts(ctx.db, { ids, applicationIds: readable(ctx.reach, 'reviews.read') });
    return ({ id }) => found.get(id) ?? unknown;
  });
}

builder.prismaObjectFields(ExceptionRef, (t) => ({
  exceptionId: t.exposeID('id', { description: 'The id of the review in the dashboard.' }),
  applicationId: t.exposeID('applicationId', { description: 'The application that it belongs to.' }),
  environment: t.expose('environment', { type: environmentRef, description: 'Where it happened.' }),
  reason: t.field({
    type: ReasonRef,
    description: 'Why.',
    select: { reason: true },
    // Only reviews with these reasons are read.
    resolve: ({ reason }) => reason as ExceptionReason,
  }),
  status: t.expose('status', { type: StatusRef, description: 'Whether it waits for a person.' }),
  sentence: t.string({
    description: 'What was found, in English.',
    select: { reason: true, detail: true, subjectKind: true },
    resolve: (review) => reasonSentence(reasonInWords(review)),
  }),
  shortcode: t.string({
    nullable: true,
    description: 'The shortcode, when it is known.',
    resolve: async (review, _args, ctx) => (await factsOf(review, ctx)).shortcode,
  }),
  receipt: t.string({
    nullable: true,
    description: 'The receipt, when there is one.',
    resolve: async (review, _args, ctx) => (await factsOf(review, ctx)).receipt,
  }),
  amount: t.field({
    type: 'Money',
    nullable: true,
    description: 'The sum in KES, when it is known.',
    resolve: async (review, _args, ctx) => (await factsOf(review, ctx)).amount,
  }),
  foundAt: t.expose('openedAt', { type: 'DateTime', description: 'When it was found.' }),
  closedAt: t.expose('closedAt', { type: 'DateTime', nullable: true, description: 'When it was closed.' }),
  closingNote: t.exposeString('closingNote', {
    nullable: true,
    description: 'Why it was closed, in words of who did.',
  }),
  line: t.field({
    ...reads('statements.read'),
    type: StatementLineRef,
    description: 'The line of the statement that it is about; null when it is about something recorded here.',
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
    description: 'The payment that it is about; null when it is about something else.',
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
    description: 'The payout or refund that it is about; null when it is about something else.',
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
    'What the reconciliation with statements found, newest first: open ones unless the filter says otherwise.',
  permission: 'reviews.read',
  filter: ExceptionFilterRef,
  filterDescription: 'Which exceptions; without it, all open ones.',
  words: { one: 'An exception', many: 'exceptions' },
  list: exceptionsReport,
  read: read.exceptions,
});
