'use client';

import { Panel } from '@tillgate/ui';
import { useTranslations } from 'use-intl/react';
import { Link } from '@/features/shell/link';
import { tenantPath } from '@/features/shell/tenant';
import { useTenant } from '@/features/shell/use-tenant';
import { formatMoney } from '@/format';
import type { DayDetail } from './types.ts';

/** The open points of a day, with links. */
export function DayExceptions({ day: { exceptions, named, figures, openPoints, day } }: { day: DayDetail }) {
  const t = useTranslations('closing.exceptions');
  const tReviews = useTranslations('reviews');
  const tenant = useTenant();
  const pending = figures.pendingPayments + figures.pendingPayouts;
  const left = Object.values(exceptions).reduce((sum, count) => sum + count, 0) - named.length;
  const pages = [
    { page: 'payments', count: figures.pendingPayments, label: 'pendingPayments' },
    { page: 'payouts', count: figures.pendingPayouts, label: 'pendingPayouts' },
  ] as const;
  return (
    <Panel
      title={t('title')}
      titleId="exceptions"
      description={t('count', { count: openPoints })}
      contentClassName="py-1"
    >
      {openPoints === 0 && <p className="py-2 text-muted-foreground text-sm">{t('none')}</p>}
      <ul aria-labelledby="exceptions" className="divide-y text-sm">
        {pending > 0 &&
          pages
            .filter(({ count }) => count > 0)
            .map(({ page, count, label }) => (
              <li key={page} className="py-2">
                <Link
                  href={tenantPath(tenant, `${page}?status=pending&from=${day}&to=${day}`)}
                  className="text-link underline underline-offset-4"
                >
                  {t(label, { count })}
                </Link>
              </li>
            ))}
        {named.map(({ reviewId, reason, subjectKind, receipt, amount }) => (
          <li key={reviewId} className="flex flex-wrap items-baseline justify-between gap-x-4 py-2">
            <Link
              href={tenantPath(tenant, `reviews/${reviewId}`)}
              className="min-h-6 text-link underline underline-offset-4"
            >
              {tReviews(`reasons.${reason}`)}
            </Link>
            <span className="ml-auto text-right">
              <span className="text-muted-foreground">{receipt ?? tReviews(`subjects.${subjectKind}`)}</span>
              {amount !== null && <span className="ml-3 tabular-nums">{formatMoney(amount)}</span>}
            </span>
          </li>
        ))}
        {left > 0 && <li className="py-2 text-muted-foreground">{t('more', { count: left })}</li>}
      </ul>
    </Panel>
  );
}
