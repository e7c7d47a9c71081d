'use client';

import { buttonVariants, PageHeader, Panel, Skeleton } from '@tillgate/ui';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { useTranslations } from 'use-intl/react';
import { RuleChanges } from '@/features/guard/rule-changes';
import { idOf } from '@/features/orders/order-outcome';
import { OrderProgress } from '@/features/orders/order-progress';
import { useOrderText } from '@/features/orders/order-text';
import type { Order } from '@/features/orders/types';
import { useOrder } from '@/features/orders/use-order';
import { DisbursementOutcome } from '@/features/payouts/disbursement-outcome';
import { PolicyChanges } from '@/features/policy/policy-changes';
import { DetailColumns } from '@/features/shell/detail-columns';
import { Link } from '@/features/shell/link';
import { LoadError } from '@/features/shell/load-error';
import { tenantPath } from '@/features/shell/tenant';
import { Trail } from '@/features/shell/trail';
import { useTenant } from '@/features/shell/use-tenant';
import { Decision } from './decision.tsx';
import { DecisionFacts } from './decision-facts.tsx';
import { OrderBadge } from './order-badge.tsx';
import { OrderFacts } from './order-facts.tsx';
import { OrderTimeline } from './order-timeline.tsx';

/** One order: what will happen, who wants it and why, and the reader's part in it. */
export function OrderPage({ orderId }: { orderId: string }) {
  const t = useTranslations('orders');
  const tenant = useTenant();
  const textOf = useOrderText();
  const { order, query } = useOrder(orderId);
  const crumbs = (
    <Trail items={[{ label: t('detail.back'), href: tenantPath(tenant, 'approvals') }, { label: t('detail.title') }]} />
  );
  if (!order) {
    return (
      <div className="flex flex-col gap-4">
        <PageHeader
          title={query.isError ? t('detail.title') : <Skeleton className="h-6 w-72" />}
          breadcrumbs={crumbs}
        />
        {query.isError ? <LoadError query={query} /> : <Skeleton className="h-80 w-full rounded-lg" />}
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-4">
      <PageHeader
        title={textOf(order, true)}
        description={t(`detail.${tenant.environment}`)}
        badge={<OrderBadge order={order} />}
        breadcrumbs={crumbs}
        actions={<Beside order={order} />}
      />
      <DetailColumns timelineTitle={t('detail.timeline')} timeline={<OrderTimeline order={order} />}>
        {order.kind === 'payout_batch' && order.mayDecide ? (
          <DecideElsewhere order={order} />
        ) : order.status === 'awaiting_approval' ? (
          <Decision order={order} />
        ) : (
          <Outcome order={order} />
        )}
        {order.facts && <DecisionFacts facts={order.facts} input={order.input} />}
        <Panel title={t('detail.facts')} contentClassName="py-1">
          {order.kind === 'policy_change' && <PolicyChanges input={order.input} />}
          {order.kind === 'guard_change' && <RuleChanges input={order.input} />}
          <OrderFacts order={order} />
        </Panel>
      </DetailColumns>
    </div>
  );
}

/** The ways to the waiting orders beside it, so that an approver need not return to the list. */
function Beside({ order: { beside } }: { order: Order }) {
  const t = useTranslations('orders.detail');
  const tenant = useTenant();
  const ways = [
    { id: beside.newerId, name: t('newer'), icon: <ChevronUp aria-hidden="true" /> },
    { id: beside.olderId, name: t('older'), icon: <ChevronDown aria-hidden="true" /> },
  ];
  return ways.map(
    ({ id, name, icon }) =>
      id && (
        <Link key={name} href={tenantPath(tenant, `approvals/${id}`)} className={buttonVariants({ size: 'sm' })}>
          {icon}
          {name}
        </Link>
      ),
  );
}

/** A batch is decided about on its page, which shows its rows. */
function DecideElsewhere({ order: { resourceId } }: { order: Order }) {
  const t = useTranslations('orders.detail');
  const tenant = useTenant();
  return (
    <Panel title={t('decide')} contentClassName="flex flex-col items-start gap-3">
      <p className="text-sm">{t('decideBatch')}</p>
      <Link href={tenantPath(tenant, `batches/${resourceId ?? ''}`)} className={buttonVariants({ variant: 'primary' })}>
        {t('openBatch')}
      </Link>
    </Panel>
  );
}

function Outcome({ order }: { order: Order }) {
  return (
    <OrderProgress orderId={order.orderId}>
      {(done) => {
        const disbursementId = idOf(done, 'disbursementId');
        return disbursementId ? <DisbursementOutcome disbursementId={disbursementId} /> : undefined;
      }}
    </OrderProgress>
  );
}
