'use client';

import { useMutation } from '@tanstack/react-query';
import { Button, Callout, ConfirmDialog, Dialog, DialogContent } from '@tillgate/ui';
import { useRef, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { OrderProgress } from '@/features/orders/order-progress';
import { newRequestKey } from '@/features/orders/request-key';
import { useReauthentication } from '@/features/shell/reauthentication';
import { useMessageOf } from '@/features/shell/use-message-of';
import { useTenant } from '@/features/shell/use-tenant';
import { formatMoney } from '@/format';
import { useTRPC } from '@/trpc/client';
import type { Exception } from './types.ts';
import { useRefresh } from './use-refresh.ts';

const reasonMax = 200;

/** Asks for a payment that only the statement has to be recorded. A second person decides. */
export function RecordDialog({ exception, onClose }: { exception: Exception; onClose: () => void }) {
  const t = useTranslations('reconciliation.record');
  const tenant = useTenant();
  const refresh = useRefresh();
  const messageOf = useMessageOf();
  const { run } = useReauthentication();
  const [requestKey] = useState(newRequestKey);
  const isSent = useRef(false);
  const record = useMutation(useTRPC().reconciliation.record.mutationOptions());
  const { subjectId: lineId, recordableAmount, receipt } = exception;
  const amount = recordableAmount ?? 0;

  function leave() {
    void refresh();
    onClose();
  }

  if (record.data) {
    return (
      <Dialog open onOpenChange={(isOpen) => !isOpen && leave()}>
        <DialogContent title={t('title')} footer={<Button onClick={leave}>{t('done')}</Button>}>
          <OrderProgress orderId={record.data.orderId}>
            {() => <Callout tone="success" title={t('recorded', { sum: formatMoney(amount) })} />}
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
      title={t('title')}
      summary={t('summary', { sum: formatMoney(amount), receipt: receipt ?? '' })}
      reason={{ label: t('reason'), description: t('reasonHelp'), maxLength: reasonMax, required: true }}
      confirmLabel={t('confirm')}
      onConfirm={async ({ reason }) => {
        await run(() => record.mutateAsync({ ...tenant, lineId, amount, reason, requestKey }));
        isSent.current = true;
      }}
      errorText={messageOf}
    />
  );
}
