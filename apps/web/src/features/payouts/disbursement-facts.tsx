'use client';

import { KeyValueList } from '@tillgate/ui';
import Link from 'next/link';
import { useTranslations } from 'use-intl/react';
import { tenantPath } from '@/features/shell/tenant';
import { useTenant } from '@/features/shell/use-tenant';
import { formatMoney, formatPhone, Time } from '@/format';
import { useMoverName } from './mover-name.tsx';
import { purposes } from './payout-form.tsx';
import type { DisbursementDetail } from './types.ts';

const linkClasses = 'text-link underline-offset-4 hover:underline';

/** The facts of a payout or refund. */
export function DisbursementFacts({ detail: { disbursement, requestedBy, order } }: { detail: DisbursementDetail }) {
  const t = useTranslations('payouts');
  const tenant = useTenant();
  const nameOf = useMoverName();
  const d = disbursement;
  const purpose = purposes.find((known) => known === d.commandId);
  return (
    <KeyValueList
      items={[
        { label: t('detail.amount'), value: formatMoney(d.amount) },
        d.phone !== null && { label: t('detail.phone'), value: formatPhone(d.phone), copy: d.phone },
        d.transactionId !== null && {
          label: t('detail.refunded'),
          value: d.paymentId ? (
            <Link href={tenantPath(tenant, `payments/${d.paymentId}`)} className={linkClasses}>
              {d.transactionId}
            </Link>
          ) : (
            d.transactionId
          ),
          mono: true,
          copy: d.transactionId,
        },
        d.providerReceipt !== null && {
          label: t('detail.receipt'),
          value: d.providerReceipt,
          mono: true,
          copy: d.providerReceipt,
        },
        { label: t('detail.requestedBy'), value: nameOf(requestedBy) },
        order && {
          label: t('detail.order'),
          value: (
            <Link href={tenantPath(tenant, `approvals/${order.orderId}`)} className={linkClasses}>
              {order.approvedBy ? t('detail.approvedBy', { name: nameOf(order.approvedBy) }) : t('detail.noApproval')}
            </Link>
          ),
        },
        Boolean(order?.reason) && { label: t('detail.reason'), value: order?.reason },
        d.commandId !== null && {
          label: t('detail.purpose'),
          value: purpose ? t(`new.purposes.${purpose}.label`) : d.commandId,
        },
        d.remarks !== '' && { label: t('detail.remarks'), value: d.remarks },
        d.occasion !== null && { label: t('detail.occasion'), value: d.occasion },
        { label: t('detail.createdAt'), value: <Time value={d.createdAt} format="dateTimeSeconds" /> },
        d.settledAt !== null && {
          label: t('detail.settledAt'),
          value: <Time value={d.settledAt} format="dateTimeSeconds" />,
        },
        d.resultCode !== null && {
          label: t('detail.result'),
          value: `${d.resultCode}${d.resultDesc ? ` · ${d.resultDesc}` : ''}`,
        },
        { label: t('detail.shortcode'), value: d.shortcode, mono: true },
        { label: t('detail.id'), value: d.disbursementId, mono: true, copy: d.disbursementId },
        d.conversationId !== null && {
          label: t('detail.conversationId'),
          value: d.conversationId,
          mono: true,
          copy: d.conversationId,
        },
        d.originatorConversationId !== null && {
          label: t('detail.originatorConversationId'),
          value: d.originatorConversationId,
          mono: true,
          copy: d.originatorConversationId,
        },
      ]}
    />
  );
}
