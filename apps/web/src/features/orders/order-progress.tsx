'use client';

import type { RailName } from '@tillgate/domain/rails/labels';
import { Callout, Spinner } from '@tillgate/ui';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl/react';
import { railOfInput, type SaidNetwork } from '@/features/rails/said-network';
import { useSaidNetwork } from '@/features/rails/use-networks';
import { FormError } from '@/features/shell/form-error';
import { Link } from '@/features/shell/link';
import { tenantPath } from '@/features/shell/tenant';
import { useTenant } from '@/features/shell/use-tenant';
import { Time } from '@/format';
import { failureOf } from './order-outcome.ts';
import type { Order } from './types.ts';
import { underwayStep } from './underway-step.ts';
import { useOrder } from './use-order.ts';

type Props = {
  orderId: string;
  /** The network that it goes to, where that is known. */
  rail?: RailName | undefined;
  /** The content after a success; default: a plain sentence. */
  children?: (order: Order) => ReactNode;
  /** Buttons below, once nothing more happens: try again, close. */
  actions?: (order: Order) => ReactNode;
  className?: string;
};

/** Shows the state of an order: waiting for approval, being carried out, done, refused or unknown. Needs the texts of `orders`. */
export function OrderProgress({ orderId, rail, children, actions, className }: Props) {
  const t = useTranslations('orders');
  const { order, isSettled, error } = useOrder(orderId);
  const said = useSaidNetwork(rail ?? railOfInput(order?.input));
  if (!order) {
    return error ? (
      <FormError error={error} title={t('progress.unreadable')} className={className} />
    ) : (
      <Underway className={className}>{t('progress.sending', said)}</Underway>
    );
  }
  return (
    <div aria-live="polite" className={className}>
      <State order={order} said={said}>
        {children?.(order)}
      </State>
      {isSettled && actions && <div className="mt-3 flex flex-wrap gap-2">{actions(order)}</div>}
    </div>
  );
}

function Underway({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <div role="status" className={className}>
      <Callout tone="info" icon={<Spinner />}>
        {children}
      </Callout>
    </div>
  );
}

type StateProps = { order: Order; said: SaidNetwork; children: ReactNode };

function State({ order, said, children }: StateProps) {
  const t = useTranslations('orders');
  switch (order.status) {
    case 'awaiting_approval':
      return <Waiting order={order} />;
    case 'approved':
      return <Underway>{t(`detail.${underwayStep(order.kind)}`, said)}…</Underway>;
    case 'rejected':
      return (
        <Callout tone="danger" title={t('progress.rejected', { name: nameOf(order.decidedBy) })}>
          {order.decisionNote}
        </Callout>
      );
    case 'expired':
      return <Callout tone="warning" title={t('progress.expired')} />;
    case 'cancelled':
      return <Callout tone="neutral" title={t('progress.cancelled')} />;
    case 'executed':
      return <Done order={order}>{children}</Done>;
  }
}

function Waiting({ order }: { order: Order }) {
  const t = useTranslations('orders');
  const tenant = useTenant();
  const names = order.approvers.map(nameOf).join(', ');
  return (
    <Callout
      tone={names ? 'warning' : 'danger'}
      title={t('progress.waiting')}
      actions={
        <Link href={tenantPath(tenant, `approvals/${order.orderId}`)} className="font-medium text-link underline">
          {t('progress.openOrder')}
        </Link>
      }
    >
      <p>{names ? t('progress.approvers', { names }) : t('progress.noApprovers')}</p>
      <p>
        {t('progress.until')} <Time value={order.expiresAt} />
      </p>
    </Callout>
  );
}

function Done({ order, children }: { order: Order; children: ReactNode }) {
  const t = useTranslations('orders');
  const failure = failureOf(order);
  if (!failure) return children ?? <Callout tone="success" title={t('progress.done')} />;
  return (
    <Callout
      tone={failure.isIndeterminate ? 'warning' : 'danger'}
      role="alert"
      title={failure.isIndeterminate ? t('progress.indeterminate') : (failure.decoded?.title ?? t('progress.failed'))}
    >
      <p>{failure.decoded && !failure.decoded.fix ? failure.decoded.cause : failure.detail}</p>
      {failure.decoded?.fix && <p className="mt-1 text-muted-foreground">{failure.decoded.fix}</p>}
    </Callout>
  );
}

/** A person as others call them. */
export function nameOf(person: { name: string | null; email: string } | null): string {
  return person?.name ?? person?.email ?? '—';
}
