'use client';

import { useQuery } from '@tanstack/react-query';
import { buttonVariants, cn, JsonView, KeyValueList, Sheet, Skeleton } from '@tillgate/ui';
import { useTranslations } from 'use-intl/react';
import { DeliveryBadge } from '@/features/deliveries/delivery-badge';
import { Link } from '@/features/shell/link';
import { LoadError } from '@/features/shell/load-error';
import { Permitted } from '@/features/shell/permitted';
import { tenantPath } from '@/features/shell/tenant';
import { useTenant } from '@/features/shell/use-tenant';
import { subjectPage } from '@/features/webhooks/event-types';
import { Time } from '@/format';
import { useTRPC } from '@/trpc/client';
import type { EventDetail } from './types.ts';

const refreshMs = 3_000;

/** One event, beside the list: its body and its deliveries. */
export function EventSheet({ eventId, onClose }: { eventId: string; onClose: () => void }) {
  const t = useTranslations('events.detail');
  const trpc = useTRPC();
  const tenant = useTenant();
  const event = useQuery(trpc.events.get.queryOptions({ ...tenant, eventId }, { refetchInterval: refreshMs }));
  return (
    <Sheet onClose={onClose} title={event.data?.type ?? t('title')}>
      {event.data ? (
        <Detail event={event.data} />
      ) : event.isError ? (
        <LoadError query={event} />
      ) : (
        <Skeleton className="h-80 w-full" />
      )}
    </Sheet>
  );
}

function Detail({ event }: { event: EventDetail }) {
  const t = useTranslations('events.detail');
  const tenant = useTenant();
  const page = subjectPage(event.type, event.subjectId);
  return (
    <div className="flex flex-col gap-5">
      <KeyValueList
        items={[
          { label: t('id'), value: event.id, mono: true, copy: event.id },
          { label: t('at'), value: <Time value={event.createdAt} format="dateTimeSeconds" /> },
          { label: t('subject'), value: event.subjectId, mono: true, copy: event.subjectId },
        ]}
      />
      {event.test ? (
        <p className="text-muted-foreground text-sm">{t('test')}</p>
      ) : (
        page && (
          <Link href={tenantPath(tenant, page)} className={cn(buttonVariants(), 'self-start')}>
            {t('openSubject')}
          </Link>
        )
      )}
      <Deliveries deliveries={event.deliveries} />
      <section className="flex flex-col gap-2">
        <h3 className="font-semibold text-sm">{t('body')}</h3>
        <JsonView value={event.body} label={t('body')} collapsedLines={30} />
      </section>
    </div>
  );
}

function Deliveries({ deliveries }: Pick<EventDetail, 'deliveries'>) {
  const t = useTranslations('events.detail');
  const tenant = useTenant();
  return (
    <section className="flex flex-col gap-2">
      <h3 className="font-semibold text-sm">{t('deliveries')}</h3>
      {deliveries.length === 0 && <p className="text-muted-foreground text-sm">{t('noDeliveries')}</p>}
      <ul className="flex flex-col gap-2">
        {deliveries.map(({ deliveryId, url, status, attemptCount, createdAt }) => (
          <li key={deliveryId} className="flex items-center justify-between gap-3 rounded-lg border px-3 py-2 text-sm">
            <span className="min-w-0">
              <Permitted
                permission="endpoints.read"
                otherwise={<span className="block truncate font-medium">{url}</span>}
              >
                <Link
                  href={tenantPath(tenant, `developers/deliveries/${deliveryId}`)}
                  className="block truncate font-medium underline-offset-4 hover:underline"
                >
                  {url}
                </Link>
              </Permitted>
              <span className="text-muted-foreground text-xs">
                <Time value={createdAt} format="dateTimeSeconds" /> · {t('attempts', { count: attemptCount })}
              </span>
            </span>
            <DeliveryBadge status={status} attemptCount={attemptCount} />
          </li>
        ))}
      </ul>
    </section>
  );
}
