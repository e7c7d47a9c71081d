'use client';

import { useQuery } from '@tanstack/react-query';
import { Button, buttonVariants, EmptyState, PageHeader } from '@tillgate/ui';
import { Plus, Webhook } from 'lucide-react';
import { usePathname, useRouter, useSearchParams } from 'next/navigation';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { GuideLink } from '@/features/shell/guide-link';
import { Link } from '@/features/shell/link';
import { LoadError } from '@/features/shell/load-error';
import { onDemand } from '@/features/shell/on-demand';
import { tenantPath } from '@/features/shell/tenant';
import { usePermission } from '@/features/shell/use-permission';
import { useTenant } from '@/features/shell/use-tenant';
import { useTRPC } from '@/trpc/client';
import { EndpointsTable } from './endpoints-table.tsx';

const CreateEndpoint = onDemand(() => import('./create-endpoint.tsx').then((part) => part.CreateEndpoint));

const TestEndpoint = onDemand(() => import('./test-endpoint.tsx').then((part) => part.TestEndpoint));

const refreshMs = 5_000;

/**
 * The webhook endpoints of an application in one environment, and how they do. With `?test` in its address it asks for a
 * test event to the newest of those that are on.
 */
export function EndpointsPage({ apiUrl, localUrl }: { apiUrl: string; localUrl: string | undefined }) {
  const t = useTranslations('endpoints');
  const trpc = useTRPC();
  const tenant = useTenant();
  const mayWrite = usePermission('endpoints.write');
  const mayReadEvents = usePermission('events.read');
  const [isCreating, setCreating] = useState(false);
  const endpoints = useQuery(trpc.endpoints.list.queryOptions(tenant, { refetchInterval: refreshMs }));
  const [path, router] = [usePathname(), useRouter()];
  const isTesting = useSearchParams().has('test') && mayWrite;
  const tested = isTesting ? endpoints.data?.find(({ health }) => health.status !== 'disabled') : undefined;
  const create = (
    <Button variant="primary" icon={<Plus />} onClick={() => setCreating(true)}>
      {t('create.open')}
    </Button>
  );
  return (
    <div className="flex flex-col gap-4">
      <PageHeader
        title={t('title')}
        description={t('description')}
        actions={
          <>
            <GuideLink apiUrl={apiUrl} page="receive-webhooks" label={t('guide')} />
            {mayReadEvents && (
              <Link href={tenantPath(tenant, 'developers/events?delivery=exhausted')} className={buttonVariants()}>
                {t('failedAnywhere')}
              </Link>
            )}
            {mayWrite && create}
          </>
        }
      />
      <EndpointsTable
        rows={endpoints.data ?? []}
        isLoading={endpoints.isPending}
        empty={endpoints.isError ? <LoadError query={endpoints} /> : <NoEndpoints action={mayWrite && create} />}
      />
      {isCreating && <CreateEndpoint localUrl={localUrl} onClose={() => setCreating(false)} />}
      {tested && <TestEndpoint endpoint={tested} onClose={() => router.replace(path)} />}
    </div>
  );
}

function NoEndpoints({ action }: { action: ReactNode }) {
  const t = useTranslations('endpoints.empty');
  return <EmptyState icon={<Webhook />} title={t('title')} description={t('description')} action={action} />;
}
