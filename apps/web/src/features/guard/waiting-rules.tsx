'use client';

import { Panel } from '@tillgate/ui';
import { useTranslations } from 'use-intl/react';
import { nameOf } from '@/features/orders/order-progress';
import { Link } from '@/features/shell/link';
import { tenantPath } from '@/features/shell/tenant';
import { useTenant } from '@/features/shell/use-tenant';
import { Time } from '@/format';
import { RuleChanges } from './rule-changes.tsx';
import type { Guard } from './types.ts';

/** Changes of rules that do not hold yet, because another person has to approve them. */
export function WaitingRules({ orders }: { orders: Guard['waiting'] }) {
  const t = useTranslations('guard');
  const tenant = useTenant();
  if (orders.length === 0) return null;
  return (
    <Panel title={t('waiting')} description={t('waitingMore')} contentClassName="flex flex-col gap-4">
      {orders.map((order) => (
        <section key={order.orderId} aria-label={t('waiting')} className="flex flex-col gap-1">
          <p className="text-sm">
            {t('askedBy', { name: nameOf(order.requestedBy) })} <Time value={order.createdAt} format="relative" />
          </p>
          <RuleChanges input={order.input} />
          <Link
            href={tenantPath(tenant, `approvals/${order.orderId}`)}
            className="font-medium text-link text-sm underline"
          >
            {t('openRequest')}
          </Link>
        </section>
      ))}
    </Panel>
  );
}
