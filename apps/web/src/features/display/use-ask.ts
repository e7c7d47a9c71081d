'use client';

import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { readAmount } from '@/features/money/entry';
import { useTenant } from '@/features/shell/use-tenant';
import { useTRPC } from '@/trpc/client';
import { dataOf } from '@/trpc/errors';
import { maySend, type Visit } from './visit.ts';

const againMs = 2_000;
/** Width of the code's image in pixels. */
const sizePixels = '500';

/** Whether an error is temporary: the network or the server failed, and the server did not refuse. */
function isPassing(error: unknown): boolean {
  const data = dataOf(error);
  return !data || data.domainCode === 'internal' || data.domainCode === 'unavailable';
}

type Heard = { onOrdered(requestKey: string, orderId: string): void; onRefused(visit: Visit, error: unknown): void };

/**
 * Sends the order of a visit repeatedly with one key until the server answers or the customer no longer waits. The server
 * makes only one order of it.
 * @returns whether the connection is lost, and whether sending has stopped
 */
export function useAsk(visit: Visit, { onOrdered, onRefused }: Heard): { isCutOff: boolean; isGivenUp: boolean } {
  const trpc = useTRPC();
  const tenant = useTenant();
  const options = {
    networkMode: 'always' as const,
    retry: (_: number, error: unknown) => isPassing(error) && maySend(visit, Date.now()),
    retryDelay: againMs,
  };
  const prompt = useMutation(trpc.collect.prompt.mutationOptions(options));
  const code = useMutation(trpc.collect.qr.mutationOptions(options));
  const sending = visit.way === 'qr' ? code : prompt;
  const sent = useRef<number>(undefined);
  useEffect(() => {
    // Once for each press, also where React runs effects twice.
    if (sent.current === visit.askedAtMs || !maySend(visit, Date.now())) return;
    sent.current = visit.askedAtMs;
    const { requestKey, phone, reference } = visit;
    const amount = readAmount(visit.amount) ?? Number.NaN;
    const heard = {
      onSuccess: ({ orderId }: { orderId: string }) => onOrdered(requestKey, orderId),
      onError: (error: unknown) => isPassing(error) || onRefused(visit, error),
    };
    if (visit.way === 'prompt') prompt.mutate({ ...tenant, amount, phone: phone.trim(), requestKey }, heard);
    else {
      const trxCode = reference === undefined ? ('BG' as const) : ('PB' as const);
      code.mutate({ ...tenant, amount, refNo: reference, trxCode, size: sizePixels, requestKey }, heard);
    }
  }, [visit, tenant, prompt.mutate, code.mutate, onOrdered, onRefused]);
  const isGivenUp = sending.isError || (sending.isIdle && !maySend(visit, Date.now()));
  return { isCutOff: sending.failureCount > 0 && !isGivenUp, isGivenUp };
}
