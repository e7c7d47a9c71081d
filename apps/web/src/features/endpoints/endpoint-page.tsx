'use client';

import { useQuery } from '@tanstack/react-query';
import { LinkTabs, PageHeader, Skeleton } from '@tillgate/ui';
import dynamic from 'next/dynamic';
import type { ComponentType } from 'react';
import { useTranslations } from 'use-intl/react';
import { SamePageLinks } from '@/features/lists/same-page-links';
import { LoadError } from '@/features/shell/load-error';
import { tenantPath } from '@/features/shell/tenant';
import { Trail } from '@/features/shell/trail';
import { oneOf, useAddress } from '@/features/shell/use-address';
import { useTenant } from '@/features/shell/use-tenant';
import { useTRPC } from '@/trpc/client';
import { EndpointActions } from './endpoint-actions.tsx';
import { EndpointOverview } from './endpoint-overview.tsx';
import { EndpointStateDot } from './endpoint-state.tsx';
import type { Endpoint } from './types.ts';

/** `apiUrl`: the public address of the API. */
type TabProps = { endpoint: Endpoint; apiUrl: string };

const loading = () => <Skeleton className="h-64 w-full" />;
const EndpointDeliveries = dynamic<TabProps>(
  () => import('./endpoint-deliveries.tsx').then((part) => part.EndpointDeliveries),
  {
    loading,
  },
);
const EndpointRecovery = dynamic<TabProps>(
  () => import('./endpoint-recovery.tsx').then((part) => part.EndpointRecovery),
  {
    loading,
  },
);
const EndpointSettings = dynamic<TabProps>(
  () => import('./endpoint-settings.tsx').then((part) => part.EndpointSettings),
  {
    loading,
  },
);

const tabs = ['overview', 'deliveries', 'recovery', 'settings'] as const;
const refreshMs = 3_000;
const parameters = ['tab'] as const;

const contents: Record<(typeof tabs)[number], ComponentType<TabProps>> = {
  overview: EndpointOverview,
  deliveries: EndpointDeliveries,
  recovery: EndpointRecovery,
  settings: EndpointSettings,
};

/** One endpoint: health, deliveries, recovery and settings. */
export function EndpointPage({ endpointId, apiUrl }: { endpointId: string; apiUrl: string }) {
  const t = useTranslations('endpoints');
  const trpc = useTRPC();
  const tenant = useTenant();
  const [address] = useAddress(parameters);
  const tab = oneOf(tabs, address.tab);
  const path = tenantPath(tenant, `developers/endpoints/${endpointId}`);
  const endpoint = useQuery(trpc.endpoints.get.queryOptions({ ...tenant, endpointId }, { refetchInterval: refreshMs }));
  const Content = contents[tab];
  return (
    <div className="flex flex-col gap-4">
      <PageHeader
        breadcrumbs={
          <Trail
            items={[{ label: t('title'), href: tenantPath(tenant, 'developers/endpoints') }, { label: t('endpoint') }]}
          />
        }
        title={
          endpoint.data ? (
            <span className="line-clamp-3 break-all" title={endpoint.data.url}>
              {endpoint.data.url}
            </span>
          ) : (
            t('endpoint')
          )
        }
        description={endpoint.data?.description}
        badge={endpoint.data && <EndpointStateDot endpoint={endpoint.data} />}
        actions={endpoint.data && <EndpointActions endpoint={endpoint.data} />}
      />
      <SamePageLinks>
        <LinkTabs
          label={t('endpoint')}
          items={tabs.map((name) => ({
            href: `${path}?tab=${name}`,
            label: t(`tabs.${name}`),
            isCurrent: tab === name,
          }))}
        />
      </SamePageLinks>
      {endpoint.data ? (
        <Content endpoint={endpoint.data} apiUrl={apiUrl} />
      ) : endpoint.isError ? (
        <LoadError query={endpoint} />
      ) : (
        <Skeleton className="h-96 w-full" />
      )}
    </div>
  );
}
