'use client';

import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { failureOf, idOf } from '@/features/orders/order-outcome';
import { useOrder } from '@/features/orders/use-order';
import { useTenant } from '@/features/shell/use-tenant';
import { useTRPC } from '@/trpc/client';
import { answerSeconds, secondsLeft, stageOf } from './countdown.ts';

const lookMs = 1_000;
const tickMs = 250;
/** How long to wait for a receipt that comes later than the outcome. */
const receiptWaitMs = 30_000;

/** How far an order of a prompt is: the order until there is a payment, then the payment. */
export function useProgress(orderId: string) {
  const trpc = useTRPC();
  const tenant = useTenant();
  const { order, error } = useOrder(orderId);
  const paymentId = order ? (idOf(order, 'paymentId') ?? order.resourceId ?? undefined) : undefined;
  const progress = useQuery(
    trpc.collect.progress.queryOptions(
      { ...tenant, paymentId: paymentId ?? '' },
      {
        enabled: paymentId !== undefined,
        staleTime: 0,
        refetchInterval: ({ state: { data } }) => {
          if (!data || data.status === 'pending') return lookMs;
          const isYoung = data.settledAt !== null && Date.parse(data.now) - Date.parse(data.settledAt) < receiptWaitMs;
          return data.status === 'success' && data.providerReceipt === null && isYoung ? lookMs : false;
        },
      },
    ),
  );
  const payment = progress.data;
  const seconds = useSecondsLeft(payment, progress.dataUpdatedAt);
  const failure = order ? failureOf(order) : undefined;
  const stage = stageOf({
    order: order && { status: order.status, ok: order.outcome?.ok, isIndeterminate: failure?.isIndeterminate ?? false },
    payment: payment && { status: payment.status, isPrompted: payment.promptedAt !== null },
    seconds,
  });
  return { order, failure, payment, stage, seconds, error: error ?? progress.error };
}

type Prompted = { status: string; promptedAt: string | null; now: string };

function useSecondsLeft(payment: Prompted | undefined, readAtMs: number): number {
  const [nowMs, setNowMs] = useState(readAtMs);
  const isRunning = payment?.status === 'pending' && payment.promptedAt !== null;
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => setNowMs(Date.now()), tickMs);
    return () => clearInterval(timer);
  }, [isRunning]);
  if (!payment?.promptedAt) return answerSeconds;
  return secondsLeft(payment.promptedAt, { serverNow: payment.now, readAtMs }, Math.max(nowMs, readAtMs));
}
