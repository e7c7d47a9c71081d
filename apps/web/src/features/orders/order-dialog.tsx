'use client';

import { type UseMutationOptions, useMutation } from '@tanstack/react-query';
import type { RailName } from '@tillgate/domain/rails/labels';
import { Button, Dialog } from '@tillgate/ui';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { Confirmation, type ConfirmationProps } from '@/features/shell/confirmation';
import { useProven } from '@/features/shell/reauthentication';
import { useRefresh } from '@/features/shell/use-change';
import { OrderProgress } from './order-progress.tsx';
import { newRequestKey } from './request-key.ts';
import type { Order } from './types.ts';

type Props<Data, Failure, Input> = Omit<ConfirmationProps, 'onConfirm' | 'onClose' | 'trigger'> & {
  onClose: () => void;
  options: UseMutationOptions<Data, Failure, Input, unknown>;
  /** The input of the order. The key stays the same while the dialog is open, so that a repeat is the same order. */
  inputOf: (given: { reason: string; requestKey: string }) => Input;
  /** The title while the order is followed, if it is another one. */
  progressTitle?: string;
  /** The network that it goes to, where that is known. */
  rail?: RailName | undefined;
  /** What the order has led to. */
  outcome: (order: Order) => ReactNode;
};

/** Asks for confirmation, sends the request, and then follows its order. Loads the page again when it closes. Needs the texts of `orders`. */
export function OrderDialog<Data extends { orderId: string }, Failure, Input>(props: Props<Data, Failure, Input>) {
  const { options, inputOf, progressTitle, rail, outcome, onClose, ...confirmation } = props;
  const t = useTranslations('orders.progress');
  const refresh = useRefresh();
  const [requestKey] = useState(newRequestKey);
  const isSent = useRef(false);
  const send = useMutation(useProven()(options));
  if (!send.data) {
    return (
      <Confirmation
        {...confirmation}
        onConfirm={async ({ reason }) => {
          await send.mutateAsync(inputOf({ reason, requestKey }));
          isSent.current = true;
        }}
        // The dialog closes itself when its work is done: then there is progress to show.
        onClose={() => {
          if (!isSent.current) onClose();
        }}
      />
    );
  }
  const leave = () => {
    void refresh();
    onClose();
  };
  return (
    <Dialog
      onClose={leave}
      title={progressTitle ?? confirmation.title}
      footer={<Button onClick={leave}>{t('close')}</Button>}
    >
      <OrderProgress orderId={send.data.orderId} rail={rail}>
        {outcome}
      </OrderProgress>
    </Dialog>
  );
}
