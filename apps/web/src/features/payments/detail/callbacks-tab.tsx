'use client';

import { railLabel } from '@tillgate/domain/rails/labels';
import { Badge, Card, EmptyState, JsonView, Panel, type Tone } from '@tillgate/ui';
import { Inbox } from 'lucide-react';
import { useTranslations } from 'use-intl/react';
import { Time } from '@/format';
import type { PaymentDetail } from '../types.ts';

const tones: Record<PaymentDetail['callbacks'][number]['state'], Tone> = {
  received: 'info',
  applied: 'success',
  unmatched: 'warning',
  failed: 'danger',
};

/** What the provider posted about the payment, word for word. */
export function CallbacksTab({ detail }: { detail: PaymentDetail }) {
  const t = useTranslations('payments');
  if (detail.callbacks.length === 0) {
    const network = railLabel(detail.payment.rail);
    const more = detail.payment.source === 'c2b' ? t('callbacks.offline') : t('callbacks.emptyMore', { network });
    return (
      <Card>
        <EmptyState icon={<Inbox />} title={t('callbacks.empty')} description={more} />
      </Card>
    );
  }
  return (
    <div className="flex flex-col gap-4">
      {detail.callbacks.map((callback) => (
        <Panel
          key={callback.callbackId}
          title={<Time value={callback.receivedAt} format="dateTimeSeconds" />}
          description={t('callbacks.from', { address: callback.remoteIp })}
          actions={<Badge tone={tones[callback.state]}>{t(`callbackState.${callback.state}`)}</Badge>}
          contentClassName="flex flex-col gap-2"
        >
          {callback.error && <p className="text-sm">{callback.error}</p>}
          <JsonView label={t('callbacks.raw')} value={callback.body} collapsedLines={40} />
          {callback.isCut && <p className="text-muted-foreground text-xs">{t('callbacks.cut')}</p>}
        </Panel>
      ))}
    </div>
  );
}
