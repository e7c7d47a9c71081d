'use client';

import { Badge } from '@tillgate/ui';
import { useTranslations } from 'use-intl/react';
import type { DeliveryStatus } from './types.ts';

const tones = { delivered: 'success', due: 'info', exhausted: 'danger', cancelled: 'neutral' } as const;

/** The status of a delivery. A due delivery that has failed before shows as retrying. */
export function DeliveryBadge({ status, attemptCount = 0 }: { status: DeliveryStatus; attemptCount?: number }) {
  const t = useTranslations('webhooks.deliveryStatus');
  if (status === 'due' && attemptCount > 0) {
    return (
      <Badge tone="warning" dot>
        {t('retrying')}
      </Badge>
    );
  }
  return (
    <Badge tone={tones[status]} dot={status === 'due'}>
      {t(status)}
    </Badge>
  );
}
