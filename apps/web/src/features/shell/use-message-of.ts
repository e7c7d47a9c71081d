'use client';

import { createElement, type ReactNode, useCallback } from 'react';
import { useTranslations } from 'use-intl/react';
import { dataOf, hasSessionEnded, messageOf } from '@/trpc/errors';
import { SessionEnded } from './session-ended.tsx';
import { toast } from './toast.ts';

/**
 * Makes the sentence to show of an error: in the person's language where the page itself knows what
 * to say.
 */
export function useMessageOf(): (error: unknown) => ReactNode {
  const t = useTranslations('shell');
  return useCallback(
    (error) => {
      if (hasSessionEnded(error)) return createElement(SessionEnded);
      const data = dataOf(error);
      if (data?.reason === 'organization_suspended') return t('suspension.refused');
      return messageOf(error);
    },
    [t],
  );
}

/** Shows an error of an action that has no form: `mutationOptions({ onError: useErrorToast() })`. */
export function useErrorToast(): (error: unknown) => void {
  const messageOf = useMessageOf();
  return (error) => toast.error(messageOf(error));
}
