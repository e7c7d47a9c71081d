'use client';

import { useMutation } from '@tanstack/react-query';
import { type RailName, railLabel } from '@tillgate/domain/rails/labels';
import { Button, buttonVariants } from '@tillgate/ui';
import { ReceiptText, RotateCw, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { OrderProgress } from '@/features/orders/order-progress';
import { newRequestKey } from '@/features/orders/request-key';
import { FormError } from '@/features/shell/form-error';
import { Link } from '@/features/shell/link';
import { onDemand } from '@/features/shell/on-demand';
import { tenantPath } from '@/features/shell/tenant';
import { usePermission } from '@/features/shell/use-permission';
import { useTenant } from '@/features/shell/use-tenant';
import { formatMoney } from '@/format';
import { useTRPC } from '@/trpc/client';
import type { PaymentDetail } from '../types.ts';

const ReversalDialog = onDemand(() =>
  import('@/features/payouts/reversal-dialog').then((dialogs) => dialogs.ReversalDialog),
);

const ReceiptDialog = onDemand(() => import('@/features/receipts/receipt-dialog').then((part) => part.ReceiptDialog));

/** The actions on the payment in its current state. */
export function PaymentActions({ detail }: { detail: PaymentDetail }) {
  const t = useTranslations('payments');
  const tenant = useTenant();
  const tReceipts = useTranslations('receipts');
  const [isRefunding, setRefunding] = useState(false);
  const [isReceiptOpen, setReceiptOpen] = useState(false);
  const mayRefund = usePermission('reversals.request');
  const mayCollect = usePermission('payments.collect');
  const { payment, prospect, reversals } = detail;
  const receipt = payment.providerReceipt;
  // While a reversal keeps the receipt, another one is refused.
  const isReversed = reversals.some(({ isLive }) => isLive);
  const canRefund = payment.status === 'success' && receipt !== null && mayRefund && !isReversed;
  return (
    <>
      {prospect?.isAskable && <AskButton paymentId={payment.paymentId} rail={payment.rail} />}
      {payment.status === 'failed' && payment.source === 'stk' && mayCollect && (
        <Link
          href={tenantPath(tenant, `collect?again=${payment.paymentId}`)}
          className={buttonVariants({ variant: 'primary' })}
        >
          <RotateCw aria-hidden="true" />
          {t('actions.again')}
        </Link>
      )}
      {detail.hasReceipt && (
        <Button icon={<ReceiptText aria-hidden="true" />} onClick={() => setReceiptOpen(true)}>
          {tReceipts('open')}
        </Button>
      )}
      {isReceiptOpen && <ReceiptDialog paymentId={payment.paymentId} onClose={() => setReceiptOpen(false)} />}
      {canRefund && payment.refundObstacle === null && (
        <Button icon={<Undo2 aria-hidden="true" />} onClick={() => setRefunding(true)}>
          {t('actions.refund')}
        </Button>
      )}
      {canRefund && payment.refundObstacle !== null && (
        <p className="order-last max-w-prose basis-full text-muted-foreground text-sm">
          {t(`refundObstacle.${payment.refundObstacle}`, {
            amount: formatMoney(payment.exactAmount ?? payment.amount),
            network: railLabel(payment.rail),
          })}
        </p>
      )}
      {isRefunding && receipt !== null && (
        <ReversalDialog
          payment={{ amount: payment.amount, receipt, rail: payment.rail }}
          onClose={() => setRefunding(false)}
        />
      )}
    </>
  );
}

/** Asks the provider through an order: the dashboard itself cannot. */
function AskButton({ paymentId, rail }: { paymentId: string; rail: RailName }) {
  const t = useTranslations('payments');
  const network = railLabel(rail);
  const trpc = useTRPC();
  const tenant = useTenant();
  const mayAsk = usePermission('payments.query');
  const ask = useMutation(trpc.payments.ask.mutationOptions());
  if (!mayAsk) return null;
  return (
    <>
      <Button
        icon={<RotateCw aria-hidden="true" />}
        isPending={ask.isPending}
        onClick={() => ask.mutate({ ...tenant, paymentId, requestKey: newRequestKey() })}
      >
        {t('actions.ask', { network })}
      </Button>
      <FormError error={ask.error} className="order-last basis-full" />
      {ask.data && (
        <OrderProgress key={ask.data.orderId} orderId={ask.data.orderId} rail={rail} className="order-last basis-full">
          {() => <p className="text-muted-foreground text-sm">{t('actions.asked', { network })}</p>}
        </OrderProgress>
      )}
    </>
  );
}
