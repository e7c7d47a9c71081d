'use client';

import { Button, Callout, Dialog, RadioGroup } from '@tillgate/ui';
import { useRef, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { OrderProgress } from '@/features/orders/order-progress';
import { Confirmation } from '@/features/shell/confirmation';
import { useChange, useRefresh } from '@/features/shell/use-change';
import { useTenant } from '@/features/shell/use-tenant';
import { formatMoney } from '@/format';
import { useTRPC } from '@/trpc/client';
import type { ReviewDetail } from './types.ts';

const noteMax = 500;
/** Of an order, which a decision that it is not money becomes. */
const reasonMax = 200;

/** Decides a held confirmation: an offline payment, the receipt of a success without one, or no money. */
export function DecideDialog({ detail, onClose }: { detail: ReviewDetail; onClose: () => void }) {
  const t = useTranslations('reviews.steps.decide_confirmation');
  const tenant = useTenant();
  const orders = useTranslations('orders.progress');
  const decide = useChange(useTRPC().reviews.decide.mutationOptions());
  const isFollowed = useRef(false);
  const [chosen, setChosen] = useState('offline');
  const callbackId = detail.review.subjectId;
  const successes = detail.evidence.candidates.filter(
    ({ status, providerReceipt }) => status === 'success' && providerReceipt === null,
  );
  const refresh = useRefresh();
  const to = chosen === 'offline' || chosen === 'not_money' ? chosen : { paymentId: chosen };
  if (decide.data) {
    const leave = () => {
      void refresh();
      onClose();
    };
    return (
      <Dialog onClose={leave} title={t('label')} footer={<Button onClick={leave}>{orders('close')}</Button>}>
        <OrderProgress orderId={decide.data.orderId}>
          {() => <Callout tone="success" title={t('notMoneyDone')} />}
        </OrderProgress>
      </Dialog>
    );
  }
  return (
    <Confirmation
      title={t('label')}
      summary={t('summary')}
      confirmLabel={t('label')}
      reason={{ label: t('note'), maxLength: chosen === 'not_money' ? reasonMax : noteMax }}
      onConfirm={async ({ reason: note }) => {
        isFollowed.current = (await decide.mutateAsync({ ...tenant, callbackId, to, note })) !== null;
      }}
      // The dialog closes itself when its work is done: an order is followed.
      onClose={() => {
        if (!isFollowed.current) onClose();
      }}
    >
      <RadioGroup
        boxed
        label={t('which')}
        value={chosen}
        onValueChange={setChosen}
        options={[
          { value: 'offline', label: t('offline'), description: t('offlineMore') },
          ...successes.map((row) => ({
            value: row.paymentId,
            label: t('payment', { amount: formatMoney(row.amount), reference: row.accountRef }),
            description: row.paymentId,
          })),
          { value: 'not_money', label: t('notMoney'), description: t('notMoneyMore') },
        ]}
      />
    </Confirmation>
  );
}
