import type { PayoutBatchRowState, PayoutBatchStatus } from '@tillgate/db';
import type { ProblemCode, RowProblem } from '../batches/index.ts';
import { filled } from '../papers/index.ts';
import type { ActorView } from '../reading/actors.ts';
import type { BatchResultRow } from '../reading/batches/index.ts';
import { fateOf } from './batch-fates.ts';

/** Rows that are named where a reference stands in several; more of them are only meant. */
const othersMax = 5;

/** The words of the results of a batch on paper, in one language: those of its page. Names in braces stand for values. */
export type BatchWords = {
  batch: string;
  statuses: Record<PayoutBatchStatus, string>;
  new: { purposes: Record<'SalaryPayment' | 'BusinessPayment' | 'PromotionPayment', string> };
  figures: { amount: string };
  facts: Record<
    | 'title'
    | 'purpose'
    | 'file'
    | 'rows'
    | 'createdBy'
    | 'submittedBy'
    | 'approvedBy'
    | 'scheduled'
    | 'started'
    | 'ended'
    | 'id',
    string
  >;
  fields: Record<NonNullable<RowProblem['field']>, string>;
  rows: Record<'number' | 'receipt' | 'unread', string> & {
    filters: Record<'paid' | 'failed' | 'open' | 'skipped' | 'refused', string>;
  };
  states: Record<PayoutBatchRowState | 'paid' | 'open' | 'failed', string>;
  /** By the reason. `other` names the code of the refusal. */
  skipped: Record<string, string> & { other: string };
  problems: Record<ProblemCode, string>;
  actors: Record<'person' | 'key' | 'unknownKey' | Exclude<ActorView['kind'], 'person' | 'key'>, string>;
  pdf: {
    asOf: string;
    notFinal: string;
    notEnded: string;
    rowsOpen: string;
    organization: string;
    application: string;
    environment: string;
    environments: Record<'sandbox' | 'production', string>;
    alone: string;
    figures: string;
    unread: string;
    notPaid: string;
    open: string;
    waiting: string;
    paid: string;
    nonePaid: string;
    amount: string;
    reason: string;
    time: string;
    total: string;
    otherRow: string;
    page: string;
  };
};

/** An actor, as the page of the batch names it. */
export function actorText(who: ActorView, { actors }: Pick<BatchWords, 'actors'>): string {
  if (who.kind === 'person') return who.name ?? who.email ?? actors.person;
  if (who.kind !== 'key') return actors[who.kind];
  return filled(actors.key, { name: who.name ?? actors.unknownKey, lastFour: who.lastFour ?? '?' });
}

type Row = Pick<BatchResultRow, 'state' | 'outcome' | 'problems' | 'skippedBecause' | 'reason'>;

/** Why a row was not paid, in plain words: what happened to it, and everything that is known about it. */
export function whyText(row: Row, words: BatchWords): string {
  const fate = fateOf(row);
  const state = words.states[fate === 'waiting' ? 'good' : fate];
  const why = [
    ...row.problems.map((problem) => problemText(problem, words)),
    ...(row.skippedBecause === null ? [] : [skipText(row.skippedBecause, words)]),
    ...(row.reason ? [row.reason.title] : []),
  ];
  return why.length === 0 ? state : `${state}: ${why.join(' ')}`;
}

function problemText({ code, field, text, others = [] }: Row['problems'][number], words: BatchWords): string {
  return filled(words.problems[code], {
    field: field ? words.fields[field] : '',
    text,
    others: others
      .slice(0, othersMax)
      .map((number) => filled(words.pdf.otherRow, { number }))
      .join(', '),
  });
}

function skipText(code: string, { skipped }: BatchWords): string {
  return Object.hasOwn(skipped, code) ? (skipped[code] ?? '') : filled(skipped.other, { code });
}
