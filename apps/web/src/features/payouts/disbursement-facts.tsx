'use client';

import { railLabel } from '@tillgate/domain/rails/labels';
import { KeyValueList, type KeyValueListProps } from '@tillgate/ui';
import { useTranslations } from 'use-intl/react';
import { Link } from '@/features/shell/link';
import { TechnicalCard } from '@/features/shell/technical-card';
import { tenantPath } from '@/features/shell/tenant';
import { useTenant } from '@/features/shell/use-tenant';
import { formatMoney, formatPhone, Time } from '@/format';
import { useMoverName } from './mover-name.tsx';
import { purposes } from './payout-form.tsx';
import type { DisbursementDetail } from './types.ts';

const linkClasses = 'text-link underline-offset-4 hover:underline';

type Props = { detail: DisbursementDetail };
type Disbursement = DisbursementDetail['disbursement'];

/** The facts of a payout or refund: the request and the outcome. */
export function DisbursementFacts({ detail }: Props) {
  return <KeyValueList items={[...useMoneyFacts(detail), ...useRequestFacts(detail), ...useOutcomeFacts(detail)]} />;
}

/** How much went to whom, and the receipts. */
function useMoneyFacts({ disbursement }: DisbursementDetail): KeyValueListProps['items'] {
  const t = useTranslations('payouts.detail');
  const { amount, payeeName, phone, providerReceipt: receipt, transactionId, rail } = disbursement;
  return [
    { label: t('amount'), value: formatMoney(amount) },
    payeeName !== null && { label: t('payee'), value: payeeName, copy: payeeName },
    phone !== null && { label: t('phone'), value: formatPhone(phone), copy: phone },
    transactionId !== null && {
      label: t('refunded'),
      value: <RefundedReceipt disbursement={disbursement} />,
      mono: true,
      copy: transactionId,
    },
    receipt !== null && {
      label: t('receipt', { network: railLabel(rail) }),
      value: receipt,
      mono: true,
      copy: receipt,
    },
  ];
}

function RefundedReceipt({ disbursement: { paymentId, transactionId } }: { disbursement: Disbursement }) {
  const tenant = useTenant();
  if (!paymentId) return transactionId;
  return (
    <Link href={tenantPath(tenant, `payments/${paymentId}`)} className={linkClasses}>
      {transactionId}
    </Link>
  );
}

/** Who asked for it and why. */
function useRequestFacts({ disbursement, requestedBy, order }: DisbursementDetail): KeyValueListProps['items'] {
  const t = useTranslations('payouts');
  const tenant = useTenant();
  const nameOf = useMoverName();
  const { commandId, remarks, occasion } = disbursement;
  const purpose = purposes.find((known) => known === commandId);
  return [
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
    commandId !== null && {
      label: t('detail.purpose'),
      value: purpose ? t(`new.purposes.${purpose}.label`) : commandId,
    },
    remarks !== '' && { label: t('detail.remarks', { network: railLabel(disbursement.rail) }), value: remarks },
    occasion !== null && { label: t('detail.occasion'), value: occasion },
  ];
}

/** When it began and ended. */
function useOutcomeFacts({ disbursement }: DisbursementDetail): KeyValueListProps['items'] {
  const t = useTranslations('payouts.detail');
  const { createdAt, settledAt } = disbursement;
  return [
    { label: t('createdAt'), value: <Time value={createdAt} format="dateTimeSeconds" /> },
    settledAt !== null && { label: t('settledAt'), value: <Time value={settledAt} format="dateTimeSeconds" /> },
  ];
}

/** Its ids, the shortcode that it left, and the code of its result. */
export function DisbursementTechnical({ detail: { disbursement } }: Props) {
  const t = useTranslations('payouts.detail');
  const { shortcode, disbursementId, resultCode, resultDesc } = disbursement;
  const providerIds = (['conversationId', 'originatorConversationId'] as const).map((name) => {
    const id = disbursement[name];
    return id !== null && { label: t(name), value: id, mono: true, copy: id };
  });
  return (
    <TechnicalCard
      items={[
        { label: t('id'), value: disbursementId, mono: true, copy: disbursementId },
        ...providerIds,
        { label: t('shortcode'), value: shortcode, mono: true },
        resultCode !== null && { label: t('result'), value: `${resultCode}${resultDesc ? ` · ${resultDesc}` : ''}` },
      ]}
    />
  );
}
