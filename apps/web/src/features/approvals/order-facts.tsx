'use client';

import { KeyValueList } from '@tillgate/ui';
import { useTranslations } from 'use-intl/react';
import { scopes as allScopes, type Scope } from '@/features/keys/scopes';
import { nameOf } from '@/features/orders/order-progress';
import type { Order } from '@/features/orders/types';
import { purposes } from '@/features/payouts/payout-form';
import { Link } from '@/features/shell/link';
import { tenantPath } from '@/features/shell/tenant';
import { useTenant } from '@/features/shell/use-tenant';
import { formatMoney, formatPhone, Time } from '@/format';

/** The facts of an order, as the person who decides needs them. */
export function OrderFacts({ order }: { order: Order }) {
  const t = useTranslations('orders.detail');
  const payouts = useTranslations('payouts');
  const keys = useTranslations('keys');
  const tenant = useTenant();
  const { input } = order;
  const text = (name: string) => {
    const value = input[name];
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const purpose = purposes.find((known) => known === input.commandId);
  const [phone, receipt] = [text('phone'), text('transactionId') ?? text('receipt')];
  // Before it is carried out, a refund is about its payment.
  const paymentId = order.kind === 'reversal' && order.status !== 'executed' ? order.resourceId : null;
  const review = order.reviewId === null ? undefined : `reviews/${order.reviewId}`;
  const subject = order.kind === 'resolution' ? subjectPage(text('subjectKind'), text('subjectId')) : review;
  const plain = (label: string, value: string | undefined | null) => (value ? { label, value } : undefined);
  return (
    <KeyValueList
      items={[
        order.amount !== null && { label: t('amount'), value: formatMoney(order.amount) },
        phone !== undefined && { label: t('phone'), value: formatPhone(phone), copy: phone },
        receipt !== undefined && { label: t('receipt'), value: receipt, mono: true, copy: receipt },
        paymentId !== null && {
          label: t('payment'),
          value: (
            <Link
              href={tenantPath(tenant, `payments/${paymentId}`)}
              className="text-link underline-offset-4 hover:underline"
            >
              {t('openPayment')}
            </Link>
          ),
        },
        subject !== undefined && {
          label: t('subject'),
          value: (
            <Link href={tenantPath(tenant, subject)} className="text-link underline-offset-4 hover:underline">
              {t('openSubject')}
            </Link>
          ),
        },
        order.kind === 'payout_batch' &&
          order.resourceId !== null && {
            label: t('batch'),
            value: (
              <Link
                href={tenantPath(tenant, `batches/${order.resourceId}`)}
                className="text-link underline-offset-4 hover:underline"
              >
                {t('openBatch')}
              </Link>
            ),
          },
        plain(t('purpose'), purpose ? payouts(`new.purposes.${purpose}.label`) : text('commandId')),
        plain(t('remarks'), text('remarks')),
        plain(t('occasion'), text('occasion')),
        plain(
          t('scopes'),
          scopesOf(input)
            .map((scope) => keys(`scopes.${scope}.name`))
            .join(', '),
        ),
        plain(t('reason'), order.reason),
        { label: t('requestedBy'), value: nameOf(order.requestedBy) },
        { label: t('requestedAt'), value: <Time value={order.createdAt} format="dateTimeSeconds" /> },
        order.status === 'awaiting_approval' && { label: t('expiresAt'), value: <Time value={order.expiresAt} /> },
        { label: t('orderId'), value: order.orderId, mono: true, copy: order.orderId },
      ]}
    />
  );
}

/** The page of a resolution's subject. */
function subjectPage(kind: string | undefined, id: string | undefined): string | undefined {
  if (id === undefined) return undefined;
  return kind === 'payment' ? `payments/${id}` : `payouts/${id}`;
}

/** The scopes of a held key. */
function scopesOf(input: Order['input']): Scope[] {
  const { scopes } = input;
  return Array.isArray(scopes) ? allScopes.filter((scope) => scopes.includes(scope)) : [];
}
