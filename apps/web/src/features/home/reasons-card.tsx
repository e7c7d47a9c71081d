'use client';

import { Card, CardHeader, Skeleton } from '@tillgate/ui';
import { useTranslations } from 'use-intl/react';
import { Link } from '@/features/shell/link';
import { tenantPath } from '@/features/shell/tenant';
import { useTenant } from '@/features/shell/use-tenant';
import { formatNumber } from '@/format';
import type { Home } from './types.ts';

const skeletonRows = ['first', 'second', 'third', 'fourth'];

/** Why payments failed, each a way to those payments. */
export function ReasonsCard({ home }: { home: Home | undefined }) {
  const t = useTranslations('home.reasons');
  const most = Math.max(1, ...(home?.reasons.map(({ count }) => count) ?? []));
  return (
    <Card>
      <CardHeader title={t('title')} description={t('description')} titleId="reasons" />
      {home && home.reasons.length === 0 && <p className="px-4 py-4 text-muted-foreground text-sm">{t('empty')}</p>}
      {home && home.reasons.length > 0 && (
        <ul aria-labelledby="reasons" className="flex flex-col py-1.5">
          {home.reasons.map((reason) => (
            <li key={reason.resultCode}>
              <ReasonLink reason={reason} share={reason.count / most} />
            </li>
          ))}
        </ul>
      )}
      {!home && (
        <div className="flex flex-col gap-3 p-4">
          {skeletonRows.map((row) => (
            <Skeleton key={row} className="h-6 w-full" />
          ))}
        </div>
      )}
    </Card>
  );
}

function ReasonLink({ reason, share }: { reason: Home['reasons'][number]; share: number }) {
  const t = useTranslations('home.reasons');
  const tenant = useTenant();
  const { resultCode, title, count } = reason;
  return (
    <Link
      href={tenantPath(tenant, `payments?reason=${encodeURIComponent(resultCode)}`)}
      title={t('code', { code: resultCode })}
      className="flex flex-col gap-1 px-4 py-1.5 text-sm hover:bg-accent focus-visible:-outline-offset-2"
    >
      <span className="flex justify-between gap-3">
        <span className="min-w-0 truncate">{title}</span>
        <span className="shrink-0 text-muted-foreground">
          <span className="sr-only">{t('count', { count, text: formatNumber(count) })}</span>
          <span aria-hidden="true">{formatNumber(count)}</span>
        </span>
      </span>
      <span aria-hidden="true" className="h-1.5 overflow-hidden rounded-full bg-muted">
        <span
          className="block h-full rounded-full bg-[var(--chart-4)]"
          style={{ width: `${Math.max(2, share * 100)}%` }}
        />
      </span>
    </Link>
  );
}
