'use client';

import { useQuery } from '@tanstack/react-query';
import { PageHeader, Skeleton } from '@tillgate/ui';
import { useTranslations } from 'use-intl/react';
import { LoadError } from '@/features/shell/load-error';
import { tenantPath } from '@/features/shell/tenant';
import { Trail } from '@/features/shell/trail';
import { useTenant } from '@/features/shell/use-tenant';
import { useTRPC } from '@/trpc/client';
import { HookToken } from './hook-token.tsx';
import { PullCard } from './pull-card.tsx';
import { Registration } from './registration.tsx';
import { RulesCard } from './rules-card.tsx';
import type { OfflineState } from './types.ts';

const refreshMs = 5_000;

/** What is set up once for offline payments: the registration, its secret address, missed confirmations and the rules. */
export function OfflineSettingsPage() {
  const t = useTranslations('offline');
  const tenant = useTenant();
  const query = useQuery(useTRPC().offline.state.queryOptions(tenant, { refetchInterval: refreshMs }));
  const { data } = query;
  return (
    <div className="flex flex-col gap-4">
      <PageHeader
        title={t('settings.title')}
        description={t('settings.description')}
        breadcrumbs={
          <Trail items={[{ label: t('title'), href: tenantPath(tenant, 'offline') }, { label: t('settings.crumb') }]} />
        }
      />
      {!data && (query.isError ? <LoadError query={query} /> : <Loading />)}
      {data && <Cards state={data} />}
    </div>
  );
}

function Cards({ state }: { state: OfflineState }) {
  return (
    <div className="grid items-start gap-4 xl:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-4">
        <Registration state={state} />
        {state.pulls && <PullCard pulls={state.pulls} />}
        {state.hasHook && <HookToken state={state} />}
      </div>
      <RulesCard
        rules={state.rules}
        hasUnusablePattern={state.patternProblem !== null}
        isTill={state.account?.product === 'till'}
      />
    </div>
  );
}

function Loading() {
  return (
    <div className="grid items-start gap-4 xl:grid-cols-2">
      <Skeleton className="h-96 w-full rounded-lg" />
      <Skeleton className="h-96 w-full rounded-lg" />
    </div>
  );
}
