'use client';

import { Card, CardHeader, Panel } from '@tillgate/ui';
import { useTranslations } from 'use-intl/react';
import { Link } from '@/features/shell/link';
import { tenantPath } from '@/features/shell/tenant';
import { useTenant } from '@/features/shell/use-tenant';
import { formatMoney, Time } from '@/format';
import type { Message } from './types.ts';

/** The prompts answered since the page was opened. */
export function Messages({ messages }: { messages: Message[] }) {
  const t = useTranslations('handset.answered');
  const tenant = useTenant();
  return (
    <div aria-live="polite" className="empty:-mb-4">
      {messages.length > 0 && (
        <Card>
          <CardHeader title={t('title')} titleId="handset-messages" />
          <ul aria-labelledby="handset-messages" className="divide-y">
            {messages.map(({ paymentId, answer, amount, number, at }) => (
              <li
                key={`${paymentId} ${at}`}
                className="flex flex-wrap items-baseline gap-x-3 gap-y-1 px-4 py-2.5 text-sm"
              >
                <span className="min-w-0 flex-1 basis-48">{t(answer, { amount: formatMoney(amount), number })}</span>
                <Time value={at} format="timeSeconds" className="text-muted-foreground text-xs" />
                <Link href={tenantPath(tenant, `payments/${paymentId}`)} className="text-link hover:underline">
                  {t('open')}
                </Link>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </div>
  );
}

const points = ['hold', 'own', 'real'] as const;

export function HowItWorks() {
  const t = useTranslations('handset');
  return (
    <Panel title={t('how.title')}>
      <ul className="flex list-disc flex-col gap-1.5 pl-4 text-muted-foreground text-sm">
        {points.map((point) => (
          <li key={point}>{t(`how.${point}`)}</li>
        ))}
        <li>{t('keys')}</li>
      </ul>
    </Panel>
  );
}
