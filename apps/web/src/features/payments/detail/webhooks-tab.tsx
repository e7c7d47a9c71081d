'use client';

import { railLabel } from '@tillgate/domain/rails/labels';
import { Badge, Card, DataTable, EmptyState, JsonView, Panel, type Tone } from '@tillgate/ui';
import { Webhook } from 'lucide-react';
import { useTranslations } from 'use-intl/react';
import { tenantPath } from '@/features/shell/tenant';
import { usePermission } from '@/features/shell/use-permission';
import { useTenant } from '@/features/shell/use-tenant';
import { Time } from '@/format';
import type { PaymentDetail } from '../types.ts';

type Delivery = PaymentDetail['deliveries'][number];

const tones: Record<Delivery['status'], Tone> = {
  due: 'info',
  delivered: 'success',
  exhausted: 'danger',
  cancelled: 'neutral',
};

/** The webhook events about a payment, with their deliveries. */
export function WebhooksTab({ detail }: { detail: PaymentDetail }) {
  const t = useTranslations('payments');
  const { events, payment } = detail;
  if (events.length === 0) {
    const network = railLabel(payment.rail);
    const more = payment.settledBy === 'push' ? t('webhooks.refused', { network }) : t('webhooks.emptyMore');
    return (
      <Card>
        <EmptyState icon={<Webhook />} title={t('webhooks.empty')} description={more} />
      </Card>
    );
  }
  return (
    <div className="flex flex-col gap-4">
      {events.map((event) => (
        <Panel
          key={event.eventId}
          title={t('webhooks.event', { type: event.type })}
          description={<Time value={event.createdAt} format="dateTimeSeconds" />}
          contentClassName="flex flex-col gap-4"
        >
          <Deliveries
            type={event.type}
            deliveries={detail.deliveries.filter(({ eventId }) => eventId === event.eventId)}
          />
          <JsonView label={t('webhooks.body')} value={event.body} collapsedLines={40} />
        </Panel>
      ))}
    </div>
  );
}

function Deliveries({ type, deliveries }: { type: string; deliveries: Delivery[] }) {
  const t = useTranslations('payments');
  const tenant = useTenant();
  const mayOpen = usePermission('endpoints.read');
  if (deliveries.length === 0) return <p className="text-muted-foreground text-sm">{t('webhooks.noEndpoint')}</p>;
  return (
    <DataTable
      caption={t('webhooks.deliveries', { type })}
      rows={deliveries}
      rowKey={(delivery) => delivery.deliveryId}
      getRowHref={mayOpen ? (each) => tenantPath(tenant, `developers/deliveries/${each.deliveryId}`) : undefined}
      columns={[
        {
          id: 'endpoint',
          header: t('webhooks.endpoint'),
          width: '40%',
          cell: (each) =>
            each.copy === 0 ? each.url : `${each.url} (${t('webhooks.copyNumber', { number: each.copy })})`,
        },
        {
          id: 'status',
          header: t('webhooks.status'),
          width: '8rem',
          phone: 'end',
          cell: (each) => <Badge tone={tones[each.status]}>{t(`delivery.${each.status}`)}</Badge>,
        },
        {
          id: 'attempts',
          header: t('webhooks.attempts'),
          width: '6rem',
          cell: (each) => t('timeline.attempts', { count: each.attemptCount }),
        },
        {
          id: 'last',
          header: t('webhooks.last'),
          width: '30%',
          cell: (each) => <LastAnswer delivery={each} />,
        },
        {
          id: 'next',
          header: t('webhooks.next'),
          width: '11rem',
          cell: (each) => (each.nextAttemptAt ? <Time value={each.nextAttemptAt} format="dateTimeSeconds" /> : '—'),
        },
      ]}
    />
  );
}

function LastAnswer({ delivery: { lastStatusCode, lastError, lastAttemptAt } }: { delivery: Delivery }) {
  const t = useTranslations('payments.webhooks');
  if (lastAttemptAt === null) return '—';
  return (
    <>
      {lastStatusCode ?? t('noAnswer')}
      {lastError && ` · ${lastError}`}
    </>
  );
}
