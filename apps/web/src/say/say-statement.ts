import type { StatementSummary } from '@tillgate/domain/reconciliation';
import type { Locale } from '@/i18n/locale';
import { sayIssue } from './say-issue.ts';

/** What was understood of a statement, with the reason of each unreadable row and each note as a sentence in a language. */
export function sayStatement<Summary extends StatementSummary>(summary: Summary, locale: Locale) {
  const { problems, notes, ...rest } = summary;
  return {
    ...rest,
    problems: {
      count: problems.count,
      shown: problems.shown.map(({ row, text, why }) => ({ row, text, why: sayIssue(why, locale) })),
    },
    notes: notes.map((note) => sayIssue(note, locale)),
  };
}
