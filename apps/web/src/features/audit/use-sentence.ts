'use client';

import { useTranslations } from 'use-intl/react';
import { plainAction, sentenceValues } from './sentence.ts';
import type { AuditRow } from './types.ts';

/** An audit entry as a sentence. Actions without a text show their name. */
export function useSentence(): (row: AuditRow) => string {
  const t = useTranslations('audit');
  const nameOf = (list: string, item: string) => {
    const key = `names.${list}.${item}`;
    return t.has(key) ? t(key) : item;
  };
  return (row) => {
    const key = `actions.${row.action}`;
    return t.has(key) ? t(key, sentenceValues(row, nameOf)) : t('otherAction', { action: plainAction(row.action) });
  };
}
