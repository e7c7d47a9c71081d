'use client';

import { useQuery } from '@tanstack/react-query';
import { type RailName, railLabel } from '@tillgate/domain/rails/labels';
import { useTranslations } from 'use-intl/react';
import { readAmount } from '@/features/money/entry';
import { OrderDialog } from '@/features/orders/order-dialog';
import { idOf } from '@/features/orders/order-outcome';
import { usePermission } from '@/features/shell/use-permission';
import { useTenant } from '@/features/shell/use-tenant';
import { formatMoney, formatNumber } from '@/format';
import { useTRPC } from '@/trpc/client';
import { DisbursementOutcome } from './disbursement-outcome.tsx';
import { approvalFromNow } from './entry.ts';

type Props = {
  /** A successful payment with its receipt; it is refunded whole. */
  payment: { amount: number; receipt: string; rail: RailName };
  onClose: () => void;
};

const reasonMax = 100;

/**
 * Sends a payment back to its payer: summarized, confirmed by typing the amount, and followed. Needs the texts of
 * `payouts` and `orders`.
 */
export function ReversalDialog({ payment: { amount, receipt, rail }, onClose }: Props) {
  const t = useTranslations('payouts.reversal');
  const trpc = useTRPC();
  const tenant = useTenant();
  const mayApprove = usePermission('orders.approve');
  const { data: policy } = useQuery({ ...trpc.policy.get.queryOptions(tenant), enabled: mayApprove });
  const sum = formatMoney(amount);
  const from = approvalFromNow(policy?.reversalFrom, policy?.unapproved.reversal ?? 0);
  const needsApproval = !mayApprove || (from !== null && amount >= from);
  return (
    <OrderDialog
      options={trpc.payouts.reverse.mutationOptions()}
      inputOf={(given) => ({ ...tenant, transactionId: receipt, amount, ...given })}
      title={t('title', { amount: sum })}
      progressTitle={t('progress', { amount: sum })}
      summary={needsApproval ? t('summaryApproval', { receipt }) : t('summary', { receipt })}
      tone="danger"
      reason={{ label: t('reason'), description: t('reasonHelp', { network: railLabel(rail) }), maxLength: reasonMax }}
      phrase={{
        text: String(amount),
        label: t('phrase', { amount: formatNumber(amount) }),
        accepts: (typed) => readAmount(typed) === amount,
      }}
      confirmLabel={needsApproval ? t('sendForApproval') : t('send', { amount: sum })}
      rail={rail}
      outcome={(order) => <DisbursementOutcome disbursementId={idOf(order, 'disbursementId') ?? ''} />}
      onClose={onClose}
    />
  );
}
