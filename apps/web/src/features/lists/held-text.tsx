'use client';

import { useTranslations } from 'use-intl/react';
import { Link } from '@/features/shell/link';
import { tenantPath } from '@/features/shell/tenant';
import { useTenant } from '@/features/shell/use-tenant';
import { formatMoney } from '@/format';

/** How much money is held, and where it is explained. */
export function HeldText({ count, amount }: { count: number; amount: number }) {
  const t = useTranslations('lists.held');
  return (
    <p role="status" className="text-muted-foreground text-sm">
      {t('line', { count, amount: formatMoney(amount) })}{' '}
      <Link href={tenantPath(useTenant(), 'offline')} className="underline underline-offset-2">
        {t('more')}
      </Link>
    </p>
  );
}
