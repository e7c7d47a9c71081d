'use client';

import { useQuery } from '@tanstack/react-query';
import { JsonView, PageHeader, Panel, Skeleton } from '@tillgate/ui';
import { useTranslations } from 'use-intl/react';
import { LoadError } from '@/features/shell/load-error';
import { tenantPath } from '@/features/shell/tenant';
import { Trail } from '@/features/shell/trail';
import { useTenant } from '@/features/shell/use-tenant';
import { useTRPC } from '@/trpc/client';
import { Attempts } from './attempts.tsx';
import { DeliveryActions } from './delivery-actions.tsx';
import { DeliveryBadge } from './delivery-badge.tsx';
import { DeliveryFacts } from './delivery-facts.tsx';
import type { Delivery } from './types.ts';

const quickMs = 1_000;
const calmMs = 5_000;
const soonMs = 10_000;

/** How soon something may happen to a delivery. */
function refreshMs(delivery: Delivery | undefined): number {
  if (delivery?.status !== 'due') return calmMs;
  const isSoon = !delivery.nextAttemptAt || Date.parse(delivery.nextAttemptAt) - Date.now() < soonMs;
  return delivery.underWay || isSoon ? quickMs : calmMs;
}

/** One delivery: the body that is sent, and what the receiver answered each time. Live. */
export function DeliveryPage({ deliveryId }: { deliveryId: string }) {
  const t = useTranslations('deliveries');
  const word = useTranslations('endpoints');
  const trpc = useTRPC();
  const tenant = useTenant();
  const delivery = useQuery(
    trpc.deliveries.get.queryOptions(
      { ...tenant, deliveryId },
      { refetchInterval: ({ state }) => refreshMs(state.data) },
    ),
  );
  const { data } = delivery;
  const endpoints = tenantPath(tenant, 'developers/endpoints');
  return (
    <div className="flex flex-col gap-4">
      <PageHeader
        breadcrumbs={
          <Trail
            items={[
              { label: word('title'), href: endpoints },
              ...(data ? [{ label: data.url, href: `${endpoints}/${data.endpointId}?tab=deliveries` }] : []),
              { label: t('delivery') },
            ]}
          />
        }
        title={data ? <span className="font-mono text-lg">{data.type}</span> : t('delivery')}
        badge={data && <DeliveryBadge status={data.status} attemptCount={data.attemptCount} />}
        actions={data && <DeliveryActions delivery={data} />}
      />
      {data ? (
        <Content delivery={data} />
      ) : delivery.isError ? (
        <LoadError query={delivery} />
      ) : (
        <Skeleton className="h-96 w-full" />
      )}
    </div>
  );
}

function Content({ delivery }: { delivery: Delivery }) {
  const t = useTranslations('deliveries');
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <Attempts delivery={delivery} />
      <div className="flex min-w-0 flex-col gap-4">
        <DeliveryFacts delivery={delivery} />
        <Panel title={t('body')} description={t('bodyHelp')}>
          <JsonView value={delivery.body} label={t('body')} collapsedLines={30} />
        </Panel>
      </div>
    </div>
  );
}
