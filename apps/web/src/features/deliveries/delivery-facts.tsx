'use client';

import { Badge, KeyValueList, Panel } from '@tillgate/ui';
import { useTranslations } from 'use-intl/react';
import { Link } from '@/features/shell/link';
import { tenantPath } from '@/features/shell/tenant';
import { usePermission } from '@/features/shell/use-permission';
import { useTenant } from '@/features/shell/use-tenant';
import { Time } from '@/format';
import type { Delivery } from './types.ts';

const linkClasses = 'text-link underline underline-offset-4';

export function DeliveryFacts({ delivery }: { delivery: Delivery }) {
  const t = useTranslations('deliveries.facts');
  const word = useTranslations('webhooks');
  const tenant = useTenant();
  const mayReadEvents = usePermission('events.read');
  const event = tenantPath(tenant, `developers/events?event=${delivery.eventId}`);
  const { nextAttemptAt, resentAt, endedAt } = delivery;
  return (
    <Panel
      title={t('title')}
      actions={delivery.test && <Badge tone="info">{word('test')}</Badge>}
      contentClassName="py-1"
    >
      <KeyValueList
        items={[
          { label: t('id'), value: delivery.deliveryId, mono: true, copy: delivery.deliveryId },
          {
            label: t('endpoint'),
            value: (
              <Link href={tenantPath(tenant, `developers/endpoints/${delivery.endpointId}`)} className={linkClasses}>
                {delivery.url}
              </Link>
            ),
          },
          {
            label: t('event'),
            mono: true,
            value: mayReadEvents ? (
              <Link href={event} className={linkClasses}>
                {delivery.eventId}
              </Link>
            ) : (
              delivery.eventId
            ),
          },
          mayReadEvents && {
            label: t('type'),
            mono: true,
            value: (
              <Link href={`${tenantPath(tenant, 'developers/event-types')}#${delivery.type}`} className={linkClasses}>
                {delivery.type}
              </Link>
            ),
          },
          { label: t('created'), value: <Time value={delivery.createdAt} format="dateTimeSeconds" /> },
          { label: t('attempts'), value: delivery.attemptCount },
          nextAttemptAt !== null && {
            label: t('next'),
            value: <Time value={nextAttemptAt} format="dateTimeSeconds" />,
          },
          resentAt !== null && { label: t('resent'), value: <Time value={resentAt} format="dateTimeSeconds" /> },
          endedAt !== null && { label: t('ended'), value: <Time value={endedAt} format="dateTimeSeconds" /> },
        ]}
      />
    </Panel>
  );
}
