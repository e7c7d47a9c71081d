'use client';

import { type RailName, railLabel } from '@tillgate/domain/rails/labels';
import { Badge, CopyButton, Panel } from '@tillgate/ui';
import { useTranslations } from 'use-intl/react';
import type { PaymentDetail } from '../types.ts';

type Decoded = NonNullable<PaymentDetail['decoded']>;

/** The meaning of a result, for the reader (`fix` is for developers) and for the customer. */
export function DecodedCard({ decoded, rail }: { decoded: Decoded; rail: RailName }) {
  const t = useTranslations('payments');
  return (
    <Panel
      title={decoded.title}
      description={t('decoded.title')}
      actions={<Badge>{t(`category.${categoryOf(decoded.category)}`, { rail, network: railLabel(rail) })}</Badge>}
      contentClassName="flex flex-col gap-4 text-sm"
    >
      <div>
        <p>{decoded.cause}</p>
        <p className="mt-1 break-words font-mono text-muted-foreground text-xs">
          {t('decoded.code', { code: String(decoded.code) })}
        </p>
      </div>
      {decoded.fix && (
        <section aria-label={t('decoded.fix')}>
          <h3 className="font-medium">{t('decoded.fix')}</h3>
          <p>{decoded.fix}</p>
          <p className="mt-1 text-muted-foreground">
            {decoded.retryable ? t('decoded.retryable') : t('decoded.notRetryable')}
          </p>
        </section>
      )}
      <section aria-label={t('decoded.customer')}>
        <h3 className="font-medium">{t('decoded.customer')}</h3>
        <p className="flex items-start gap-1">
          <span className="min-w-0">“{decoded.customerMessage}”</span>
          <CopyButton
            value={decoded.customerMessage}
            label={t('detail.copy', { name: t('decoded.customer') })}
            className="-my-1 shrink-0"
          />
        </p>
      </section>
    </Panel>
  );
}

/** A payment that turned out to be another one's money has no fault of any kind. */
function categoryOf(category: Decoded['category']) {
  return category === 'success' ? 'unknown' : category;
}
