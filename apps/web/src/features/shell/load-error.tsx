'use client';

import { ErrorState } from '@tillgate/ui';
import { useTranslations } from 'use-intl/react';
import { dataOf } from '@/trpc/errors';
import { useMessageOf } from './use-message-of.ts';

type Query = { error: unknown; isFetching: boolean; refetch: () => unknown };

/** Shown in place of data that could not be loaded, with a button to try again. */
export function LoadError({ query }: { query: Query }) {
  const t = useTranslations('shell');
  const messageOf = useMessageOf();
  return (
    <ErrorState
      title={t('loadFailed')}
      description={messageOf(query.error)}
      detail={dataOf(query.error)?.requestId}
      onRetry={() => void query.refetch()}
      isRetrying={query.isFetching}
    />
  );
}
