'use client';

import { useTranslations } from 'use-intl/react';
import { dataOf, messageOf } from '@/trpc/errors';

/**
 * Makes the sentence to show of an error: in the person's language where the page itself knows what
 * to say.
 */
export function useMessageOf(): (error: unknown) => string | undefined {
  const t = useTranslations('shell');
  return (error) => {
    const data = dataOf(error);
    if (data?.reason === 'organization_suspended') return t('suspension.refused');
    if (data?.domainCode === 'rate_limited' && data.retryAfterSeconds !== undefined) {
      return t('tooMany', { seconds: data.retryAfterSeconds });
    }
    return messageOf(error);
  };
}
