'use client';

import { useTranslations } from 'use-intl/react';
import { FormError } from '@/features/shell/form-error';
import { LoadError } from '@/features/shell/load-error';
import { dataOf } from '@/trpc/errors';

type Query = { error: unknown; isFetching: boolean; refetch: () => unknown };

/** A range that cannot be reported says why; anything else can be tried again. */
export function ReportError({ query }: { query: Query }) {
  const t = useTranslations('reports');
  if (dataOf(query.error)?.domainCode !== 'invalid_input') {
    return (
      <div className="rounded-lg border bg-card">
        <LoadError query={query} />
      </div>
    );
  }
  return <FormError error={query.error} title={t('refused')} />;
}
