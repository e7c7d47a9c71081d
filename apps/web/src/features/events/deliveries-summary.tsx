'use client';

import { Badge } from '@tillgate/ui';
import { useTranslations } from 'use-intl/react';
import type { EventRow } from './types.ts';

const shown = [
  ['exhausted', 'danger'],
  ['due', 'info'],
  ['delivered', 'success'],
  ['cancelled', 'neutral'],
] as const;

/** The deliveries of an event by status, failures first. */
export function DeliveriesSummary({ deliveries }: { deliveries: EventRow['deliveries'] }) {
  const t = useTranslations('webhooks.deliveryStatus');
  const present = shown.filter(([status]) => deliveries[status] > 0);
  if (present.length === 0) return <span className="text-muted-foreground">{t('none')}</span>;
  return (
    <span className="inline-flex flex-wrap gap-1">
      {present.map(([status, tone]) => (
        <Badge key={status} tone={tone}>
          {t(status)}
          {deliveries[status] > 1 && ` × ${deliveries[status]}`}
        </Badge>
      ))}
    </span>
  );
}
