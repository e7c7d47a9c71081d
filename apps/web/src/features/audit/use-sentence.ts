'use client';

import { useTranslations } from 'use-intl/react';
import { plainAction, sentenceValues } from './sentence.ts';
import type { AuditRow } from './types.ts';

/** An audit entry as a sentence. Actions without a text show their name. */
export function useSentence(): (row: AuditRow) => string {
  const t = useTranslations('audit');
  return (row) => {
    const key = `actions.${row.action}`;
    return t.has(key) ? t(key, sentenceValues(row)) : t('otherAction', { action: plainAction(row.action) });
  };
}
