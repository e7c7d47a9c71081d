'use client';

import { useQuery } from '@tanstack/react-query';
import { PageHeader, Skeleton } from '@tillgate/ui';
import { useTranslations } from 'use-intl/react';
import { LoadError } from '@/features/shell/load-error';
import { useTenant } from '@/features/shell/use-tenant';
import { useTRPC } from '@/trpc/client';
import { PolicyForm } from './policy-form.tsx';

/** From which amounts on a second person must agree before money leaves. */
export function PolicyPage() {
  const t = useTranslations('policy');
  const trpc = useTRPC();
  const tenant = useTenant();
  const query = useQuery(trpc.policy.get.queryOptions(tenant));
  return (
    <div className="flex max-w-2xl flex-col gap-4">
      <PageHeader title={t('title')} description={t(`description.${tenant.environment}`)} />
      {query.data ? (
        <PolicyForm policy={query.data} />
      ) : query.isError ? (
        <LoadError query={query} />
      ) : (
        <Skeleton className="h-96 w-full rounded-lg" />
      )}
    </div>
  );
}
