'use client';

import { useTranslations } from 'use-intl/react';
import { plainAction, sentenceValues } from './sentence.ts';
import type { AuditRow } from './types.ts';

/** What happened, as a sentence; of an action that none is written for, its own words. */
export function useSentence(): (row: AuditRow) => string {
  const t = useTranslations('audit');
  return (row) => {
    const key = `actions.${row.action}`;
    return t.has(key) ? t(key, sentenceValues(row)) : t('otherAction', { action: plainAction(row.action) });
  };
}
