'use client';

import { useQuery } from '@tanstack/react-query';
import { PageHeader, Skeleton } from '@tillgate/ui';
import { useTranslations } from 'use-intl/react';
import { LoadError } from '@/features/shell/load-error';
import { useTenant } from '@/features/shell/use-tenant';
import { useTRPC } from '@/trpc/client';
import { PolicyForm } from './policy-form.tsx';
import { WaitingChanges } from './waiting-changes.tsx';

/** What needs a second person before money leaves, how much may leave, and changes of that which wait. */
export function PolicyPage() {
  const t = useTranslations('policy');
  const trpc = useTRPC();
  const tenant = useTenant();
  const query = useQuery(trpc.policy.get.queryOptions(tenant));
  return (
    <div className="flex max-w-2xl flex-col gap-4">
      <PageHeader title={t('title')} description={t(`description.${tenant.environment}`)} />
      {query.data ? (
        <>
          <WaitingChanges orders={query.data.waiting} />
          <PolicyForm policy={query.data} />
        </>
      ) : query.isError ? (
        <LoadError query={query} />
      ) : (
        <Skeleton className="h-96 w-full rounded-lg" />
      )}
    </div>
  );
}
