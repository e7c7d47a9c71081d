'use client';

import { useQuery } from '@tanstack/react-query';
import { buttonVariants, PageHeader } from '@tillgate/ui';
import { Settings } from 'lucide-react';
import { useTranslations } from 'use-intl/react';
import { Link } from '@/features/shell/link';
import { LoadError } from '@/features/shell/load-error';
import { tenantPath } from '@/features/shell/tenant';
import { useTenant } from '@/features/shell/use-tenant';
import { useTRPC } from '@/trpc/client';
import { LatestPayments } from './latest-payments.tsx';
import { OfflineReviews } from './offline-reviews.tsx';
import { Standing } from './standing.tsx';
import { Troubles } from './troubles.tsx';

const refreshMs = 5_000;

/** Offline payments as they stand: whether they are announced, what waits for a person, and the latest ones. */
export function OfflinePage() {
  const t = useTranslations('offline');
  const tenant = useTenant();
  const query = useQuery(useTRPC().offline.state.queryOptions(tenant, { refetchInterval: refreshMs }));
  const state = query.data;
  return (
    <div className="flex flex-col gap-4">
      <PageHeader
        title={t('title')}
        description={t('description')}
        actions={
          <Link href={tenantPath(tenant, 'offline/settings')} className={buttonVariants()}>
            <Settings aria-hidden="true" />
            {t('settings.crumb')}
          </Link>
        }
      />
      {!state && query.isError ? (
        <LoadError query={query} />
      ) : (
        <>
          <Standing state={state} />
          {state && <Troubles state={state} />}
          {state && state.reviews.rows.length > 0 && <OfflineReviews rows={state.reviews.rows} />}
          <LatestPayments rows={state?.recent} />
        </>
      )}
    </div>
  );
}
