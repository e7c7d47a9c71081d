'use client';

import { Callout } from '@tillgate/ui';
import { useTranslations } from 'use-intl/react';
import { OrderDialog } from '@/features/orders/order-dialog';
import { useTenant } from '@/features/shell/use-tenant';
import { formatMoney } from '@/format';
import { useTRPC } from '@/trpc/client';
import type { Exception } from './types.ts';

const reasonMax = 200;

/** Asks for a payment that only the statement has to be recorded. A second person decides. */
export function RecordDialog({ exception, onClose }: { exception: Exception; onClose: () => void }) {
  const t = useTranslations('reconciliation.record');
  const trpc = useTRPC();
  const tenant = useTenant();
  const { subjectId: lineId, recordableAmount, receipt } = exception;
  const amount = recordableAmount ?? 0;
  return (
    <OrderDialog
      options={trpc.reconciliation.record.mutationOptions()}
      inputOf={(given) => ({ ...tenant, lineId, amount, ...given })}
      title={t('title')}
      summary={t('summary', { sum: formatMoney(amount), receipt: receipt ?? '' })}
      reason={{ label: t('reason'), description: t('reasonHelp'), maxLength: reasonMax, required: true }}
      confirmLabel={t('confirm')}
      outcome={() => <Callout tone="success" title={t('recorded', { sum: formatMoney(amount) })} />}
      onClose={onClose}
    />
  );
}
