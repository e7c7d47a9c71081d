'use client';

import { useQuery } from '@tanstack/react-query';
import { Card, CardContent, CardHeader, Skeleton } from '@tillgate/ui';
import { useTranslations } from 'use-intl/react';
import { DeliveryBadge } from '@/features/deliveries/delivery-badge';
import type { DeliveryRow } from '@/features/deliveries/types';
import { Link } from '@/features/shell/link';
import { LoadError } from '@/features/shell/load-error';
import { tenantPath } from '@/features/shell/tenant';
import { useTenant } from '@/features/shell/use-tenant';
import { Time } from '@/format';
import { useTRPC } from '@/trpc/client';

const shownMax = 6;
const refreshMs = 3_000;
const linkClasses = 'text-link underline-offset-4 hover:underline';

/** The latest deliveries to an endpoint. */
export function LatestDeliveries({ endpointId }: { endpointId: string }) {
  const t = useTranslations('deliveries');
  const trpc = useTRPC();
  const tenant = useTenant();
  const deliveries = useQuery(
    trpc.deliveries.list.queryOptions({ ...tenant, endpointId, limit: shownMax }, { refetchInterval: refreshMs }),
  );
  const all = tenantPath(tenant, `developers/endpoints/${endpointId}?tab=deliveries`);
  return (
    <Card>
      <CardHeader
        title={t('latest')}
        actions={
          <Link href={all} className={`${linkClasses} touch-area text-sm`}>
            {t('all')}
          </Link>
        }
      />
      <CardContent className="py-1">
        {deliveries.isPending && <Skeleton className="my-3 h-52 w-full" />}
        {deliveries.isError && <LoadError query={deliveries} />}
        {deliveries.data?.deliveries.length === 0 && (
          <p className="py-3 text-muted-foreground text-sm">{t('empty.description')}</p>
        )}
        <ul className="divide-y">
          {deliveries.data?.deliveries.map((row) => (
            <Latest key={row.deliveryId} row={row} />
          ))}
        </ul>
      </CardContent>
    </Card>
  );
}

function Latest({ row }: { row: DeliveryRow }) {
  const tenant = useTenant();
  return (
    <li className="flex min-h-9 pointer-coarse:min-h-11 items-center justify-between gap-3 py-1 text-sm">
      <Link
        href={tenantPath(tenant, `developers/deliveries/${row.deliveryId}`)}
        className="touch-area min-w-0 font-mono text-xs underline-offset-4 hover:underline"
      >
        <span className="block truncate">{row.type}</span>
      </Link>
      <span className="flex shrink-0 items-center gap-3">
        <Time value={row.createdAt} format="relative" className="text-muted-foreground text-xs" />
        <DeliveryBadge status={row.status} attemptCount={row.attemptCount} />
      </span>
    </li>
  );
}
