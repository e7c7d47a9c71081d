'use client';

import { cn } from '@tillgate/ui';
import { useTranslations } from 'use-intl/react';
import { formatMoney, formatNumber, Time } from '@/format';
import type { BatchRow } from './types.ts';

type Problem = BatchRow['problems'][number];
type Warning = BatchRow['warnings'][number];

/** Numbers that are named; more of them are only meant. */
const othersMax = 5;
/** What heads the list: it robs payrolls. */
const grave: ReadonlySet<string> = new Set(['payee_changed', 'name_different']);
/** Refusals of a payout that have a sentence of their own. */
const knownSkips = [
  'excluded',
  'cancelled',
  'rejected',
  'expired',
  'held_by_rule',
  'limit_exceeded',
  'refused_by_rule',
  'approval_required',
  'paid_after_all',
] as const;

/** Everything there is to say about a row: why it is refused or left out, and what a person should know. */
export function RowNotes({ row }: { row: BatchRow }) {
  const { problems, warnings, skippedBecause, reason, toldName } = row;
  const t = useTranslations('batches');
  const skip = knownSkips.find((known) => known === skippedBecause);
  return (
    <ul className="flex min-w-0 flex-col gap-0.5 text-xs empty:hidden">
      {problems.map((problem) => (
        <li key={`${problem.code} ${problem.field}`} className="text-danger">
          <ProblemText problem={problem} />
        </li>
      ))}
      {skippedBecause !== null && <li>{skip ? t(`skipped.${skip}`) : t('skipped.other', { code: skippedBecause })}</li>}
      {reason && <li className="text-danger">{reason.title}</li>}
      {toldName !== null && <li className="text-muted-foreground">{t('rows.toldName', { name: toldName })}</li>}
      {warnings.map((warning) => (
        <li
          key={`${warning.code} ${warning.field}`}
          className={cn(grave.has(warning.code) ? 'font-medium text-danger' : 'text-muted-foreground')}
        >
          <WarningText warning={warning} reference={row.reference ?? ''} />
        </li>
      ))}
    </ul>
  );
}

function useOthers() {
  const t = useTranslations('batches');
  return (others: readonly number[] = []) =>
    t('otherRows', { count: others.length, numbers: others.slice(0, othersMax).map(formatNumber).join(', ') });
}

function ProblemText({ problem }: { problem: Problem }) {
  const t = useTranslations('batches');
  const othersText = useOthers();
  const { code, field, text, others } = problem;
  return t(`problems.${code}`, { field: field ? t(`fields.${field}`) : '', text, others: othersText(others) });
}

/** A warning in a sentence. */
export function WarningText({ warning, reference }: { warning: Warning; reference: string }) {
  const t = useTranslations('batches');
  const othersText = useOthers();
  const { code, field, text, others, before, told, paidAt, limit } = warning;
  return t.rich(`warnings.${code}`, {
    field: field ? t(`fields.${field}`) : '',
    text,
    reference,
    others: othersText(others),
    phone: before?.phone ?? '',
    by: told?.by ?? 'network',
    told: told?.name ?? '',
    limit: limit?.name ?? '',
    max: limit ? formatMoney(limit.max) : '',
    time: () => <Time value={before?.paidAt ?? paidAt ?? ''} format="date" />,
  });
}
