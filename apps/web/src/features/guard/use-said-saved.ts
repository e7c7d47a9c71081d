'use client';

import { useTranslations } from 'use-intl/react';
import { toast } from '@/features/shell/toast';

/** Says whether a change of a rule or a list holds, or waits for a second person. */
export function useSaidSaved(
  saved: 'saved' | 'entries.saved' = 'saved',
): (result: { status: 'applied' | 'unchanged' | 'waiting' }) => void {
  const t = useTranslations('guard');
  return ({ status }) => {
    if (status === 'waiting') toast.info(t('savedWaiting'));
    else toast.success(t(saved));
  };
}
