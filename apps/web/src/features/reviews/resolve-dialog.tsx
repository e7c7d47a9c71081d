'use client';

import { useMutation } from '@tanstack/react-query';
import { Button, Callout, ConfirmDialog, Dialog, DialogContent, Field, Input } from '@tillgate/ui';
import { useRef, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { OrderProgress } from '@/features/orders/order-progress';
import { newRequestKey } from '@/features/orders/request-key';
import { useReauthentication } from '@/features/shell/reauthentication';
import { useTenant } from '@/features/shell/use-tenant';
import { useTRPC } from '@/trpc/client';
import { messageOf } from '@/trpc/errors';
import type { ReviewDetail } from './types.ts';
import { useRefreshReviews } from './use-review.ts';

type Props = { detail: ReviewDetail; resolution: 'paid' | 'not_paid'; onClose: () => void };

const reasonMax = 200;

/** Ends a payment or payout by the word of a person: said in plain words, with a reason, then followed. Needs the texts of `orders`. */
export function ResolveDialog({ detail, resolution, onClose }: Props) {
  const t = useTranslations(`reviews.steps.resolve_${resolution}`);
  const tenant = useTenant();
  const refresh = useRefreshReviews();
  const { run } = useReauthentication();
  const [requestKey] = useState(newRequestKey);
  const [receipt, setReceipt] = useState('');
  const isSent = useRef(false);
  const resolve = useMutation(useTRPC().reviews.resolve.mutationOptions());
  const { subjectId } = detail.review;
  const subjectKind = detail.review.subjectKind === 'disbursement' ? ('disbursement' as const) : ('payment' as const);

  function leave() {
    void refresh();
    onClose();
  }

  async function send(reason: string) {
    const as = resolution === 'paid' ? { as: resolution, receipt } : { as: resolution };
    const subject = { subjectKind, subjectId, amount: detail.subject?.amount ?? 0 };
    await run(() => resolve.mutateAsync({ ...tenant, ...subject, ...as, reason, requestKey }));
    isSent.current = true;
  }

  if (resolve.data) {
    return (
      <Dialog open onOpenChange={(isOpen) => !isOpen && leave()}>
        <DialogContent title={t('label')} footer={<Button onClick={leave}>{t('close')}</Button>}>
          <OrderProgress orderId={resolve.data.orderId}>
            {() => <Callout tone="success" title={t('done')} />}
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
      title={t('label')}
      summary={t(`summary.${subjectKind}`)}
      tone="danger"
      reason={{ label: t('reason'), description: t('reasonHelp'), maxLength: reasonMax }}
      confirmLabel={t('label')}
      onConfirm={({ reason }) => send(reason)}
      errorText={messageOf}
    >
      {resolution === 'paid' && (
        <Field label={t('receipt')} description={t('receiptHelp')} required>
          <Input
            mono
            placeholder="TJK1A2B3C4"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            value={receipt}
            onChange={(event) => setReceipt(event.target.value)}
          />
        </Field>
      )}
    </ConfirmDialog>
  );
}
