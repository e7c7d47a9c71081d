'use client';

import { Badge, Card, EmptyState, KeyValueList, Panel } from '@tillgate/ui';
import { KeyRound } from 'lucide-react';
import { useTranslations } from 'use-intl/react';
import { Time } from '@/format';
import type { PaymentDetail } from '../types.ts';
import { moverText } from './payment-timeline.tsx';

/** The requester of the payment, and the effect of a repeated request. */
export function RequestTab({ detail }: { detail: PaymentDetail }) {
  const t = useTranslations('payments');
  const { idempotency, requestedBy, requestId, payment } = detail;
  if (payment.source === 'c2b') {
    return (
      <Card>
        <EmptyState icon={<KeyRound />} title={t('request.none')} description={t('request.offline')} />
      </Card>
    );
  }
  return (
    <Panel title={t('request.title')} contentClassName="py-1">
      <KeyValueList
        items={[
          { label: t('request.by'), value: moverText(t, requestedBy) || t('request.unknown') },
          requestId !== null && { label: t('request.requestId'), value: requestId, mono: true, copy: requestId },
          idempotency === null && { label: t('request.key'), value: t('request.noneMore') },
          idempotency && { label: t('request.key'), value: idempotency.key, mono: true, copy: idempotency.key },
          idempotency && {
            label: t('request.state'),
            value: (
              <span className="flex flex-wrap items-center gap-2">
                <Badge tone={idempotency.isReplayable ? 'success' : 'warning'}>
                  {t(`request.states.${idempotency.state}`)}
                </Badge>
                {idempotency.isReplayable ? t('request.replayable') : t('request.notReplayable')}
              </span>
            ),
          },
          idempotency && {
            label: t('request.created'),
            value: <Time value={idempotency.createdAt} format="dateTimeSeconds" />,
          },
          idempotency !== null &&
            idempotency.completedAt !== null && {
              label: t('request.completed'),
              value: <Time value={idempotency.completedAt} format="dateTimeSeconds" />,
            },
        ]}
      />
    </Panel>
  );
}
