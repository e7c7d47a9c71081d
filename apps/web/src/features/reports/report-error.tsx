'use client';

import { Callout } from '@tillgate/ui';
import { useTranslations } from 'use-intl/react';
import { LoadError } from '@/features/shell/load-error';
import { useMessageOf } from '@/features/shell/use-message-of';
import { dataOf } from '@/trpc/errors';

type Query = { error: unknown; isFetching: boolean; refetch: () => unknown };

/** A range that cannot be reported says why; anything else can be tried again. */
export function ReportError({ query }: { query: Query }) {
  const t = useTranslations('reports');
  const messageOf = useMessageOf();
  if (dataOf(query.error)?.domainCode !== 'invalid_input') {
    return (
      <div className="rounded-lg border bg-card">
        <LoadError query={query} />
      </div>
    );
  }
  return (
    <Callout role="alert" tone="danger" title={t('refused')}>
      {messageOf(query.error)}
    </Callout>
  );
}
