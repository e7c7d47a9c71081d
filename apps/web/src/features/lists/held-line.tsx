'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl/react';
import { Link } from '@/features/shell/link';
import { tenantPath } from '@/features/shell/tenant';
import { useTenant } from '@/features/shell/use-tenant';
import { formatMoney } from '@/format';
import { useTRPC } from '@/trpc/client';

const refreshMs = 15_000;

/** Says how much money M-PESA reported that is in no list yet. Nothing when there is none. */
export function HeldLine() {
  const t = useTranslations('lists.held');
  const trpc = useTRPC();
  const tenant = useTenant();
  const { data } = useQuery(trpc.payments.held.queryOptions(tenant, { refetchInterval: refreshMs }));
  if (!data || data.count === 0) return null;
  return (
    <p role="status" className="text-muted-foreground text-sm">
      {t('line', { count: data.count, amount: formatMoney(data.amount) })}{' '}
      <Link href={tenantPath(tenant, 'offline')} className="underline underline-offset-2">
        {t('more')}
      </Link>
    </p>
  );
}
