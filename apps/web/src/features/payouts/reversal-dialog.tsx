'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, ConfirmDialog, Dialog, DialogContent } from '@tillgate/ui';
import { useRef, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { idOf } from '@/features/orders/order-outcome';
import { OrderProgress } from '@/features/orders/order-progress';
import { newRequestKey } from '@/features/orders/request-key';
import { useReauthentication } from '@/features/shell/reauthentication';
import { useTenant } from '@/features/shell/use-tenant';
import { formatMoney } from '@/format';
import { useTRPC } from '@/trpc/client';
import { messageOf } from '@/trpc/errors';
import { DisbursementOutcome } from './disbursement-outcome.tsx';
import { approvalFromNow } from './entry.ts';

type Props = {
  /** A successful payment with its receipt; it is refunded whole. */
  payment: { amount: number; receipt: string };
  onClose: () => void;
};

const reasonMax = 100;

/** Sends a payment back to its payer: said in plain words, confirmed by typing the amount, then followed. Needs the texts of `payouts` and `orders`. */
export function ReversalDialog({ payment, onClose }: Props) {
  const t = useTranslations('payouts.reversal');
  const trpc = useTRPC();
  const tenant = useTenant();
  const client = useQueryClient();
  const { run } = useReauthentication();
  const [requestKey] = useState(newRequestKey);
  const isSent = useRef(false);
  const { data: policy } = useQuery(trpc.policy.get.queryOptions(tenant));
  const reverse = useMutation(trpc.payouts.reverse.mutationOptions());
  const amount = formatMoney(payment.amount);
  const from = approvalFromNow(policy?.reversalFrom, policy?.unapproved.reversal ?? 0);
  const needsApproval = from !== null && payment.amount >= from;

  function leave() {
    void client.invalidateQueries(trpc.payments.pathFilter());
    onClose();
  }

  async function send(reason: string) {
    const { receipt: transactionId } = payment;
    const input = { ...tenant, transactionId, amount: payment.amount, reason, requestKey };
    await run(() => reverse.mutateAsync(input));
    isSent.current = true;
  }

  if (reverse.data) {
    return (
      <Dialog open onOpenChange={(isOpen) => !isOpen && leave()}>
        <DialogContent title={t('progress', { amount })} footer={<Button onClick={leave}>{t('close')}</Button>}>
          <OrderProgress orderId={reverse.data.orderId}>
            {(order) => <DisbursementOutcome disbursementId={idOf(order, 'disbursementId') ?? ''} />}
          </OrderProgress>
        </DialogContent>
      </Dialog>
    );
  }
  return (
    <ConfirmDialog
      open
      // The dialog closes itself when its work is done: then there is progress to show.
      onOpenChange={(isOpen) => !isOpen && !isSent.current && onClose()}
      title={t('title', { amount })}
      summary={
        needsApproval ? t('summaryApproval', { receipt: payment.receipt }) : t('summary', { receipt: payment.receipt })
      }
      tone="danger"
      reason={{ label: t('reason'), description: t('reasonHelp'), maxLength: reasonMax }}
      phrase={{ text: String(payment.amount), label: t('phrase', { amount: String(payment.amount) }) }}
      confirmLabel={needsApproval ? t('sendForApproval') : t('send', { amount })}
      onConfirm={({ reason }) => send(reason)}
      errorText={messageOf}
    />
  );
}
