'use client';

import { useMutation } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { readAmount } from '@/features/money/entry';
import { useTenant } from '@/features/shell/use-tenant';
import { useTRPC } from '@/trpc/client';
import { dataOf } from '@/trpc/errors';
import { NoAnswer } from '@/trpc/no-answer';
import { type Attempt, outcomeOf } from './sending.ts';
import type { Visit } from './visit.ts';

/** Width of the code's image in pixels. */
const sizePixels = '500';

/** The last press of the button. */
export type Press = { attempt: Attempt; error?: unknown };
type Pressed = Press & { requestKey: string; askedAtMs: number };
type Heard = { onOrdered(requestKey: string, orderId: string): void; onRefused(visit: Visit, error: unknown): void };

/** Why nothing is sent now; undefined while the device has a network. */
export function offlineRefusal(): string | undefined {
  return navigator.onLine ? undefined : new NoAnswer('notSent').message;
}

function failureOf(error: unknown) {
  if (error instanceof NoAnswer) return error.reason === 'notSent' ? 'not_sent' : 'no_answer';
  const code = dataOf(error)?.domainCode;
  if (code === undefined) return 'no_answer';
  return code === 'internal' || code === 'unavailable' ? 'server_fault' : 'refused';
}

/** Sends the request of a visit once for each call, and never by itself. The server makes one order of one key. */
export function useSend({ onOrdered, onRefused }: Heard) {
  const trpc = useTRPC();
  const tenant = useTenant();
  const [pressed, setPressed] = useState<Pressed>();
  const { mutateAsync: prompt } = useMutation(trpc.collect.prompt.mutationOptions());
  const { mutateAsync: draw } = useMutation(trpc.collect.qr.mutationOptions());
  const send = useCallback(
    (visit: Visit, isRepeated: boolean) => {
      const { requestKey, askedAtMs, phone, code } = visit;
      const amount = readAmount(visit.amount) ?? Number.NaN;
      setPressed({ requestKey, askedAtMs, attempt: 'flying' });
      const answer =
        visit.way === 'prompt'
          ? prompt({
              ...tenant,
              amount,
              phone: phone.trim(),
              requestKey,
              accountReference: visit.reference.trim() || undefined,
            })
          : draw({
              ...tenant,
              amount,
              refNo: code,
              size: sizePixels,
              requestKey,
              trxCode: code === undefined ? 'BG' : 'PB',
            });
      answer.then(
        ({ orderId }) => onOrdered(requestKey, orderId),
        (error: unknown) => {
          if (outcomeOf(failureOf(error), isRepeated) === 'refused') onRefused(visit, error);
          else {
            const isSame = (last?: Pressed) => last?.requestKey === requestKey && last.askedAtMs === askedAtMs;
            setPressed((last) => (last && isSame(last) ? { ...last, attempt: 'lost', error } : last));
          }
        },
      );
    },
    [prompt, draw, tenant, onOrdered, onRefused],
  );
  const pressOf = ({ requestKey, askedAtMs }: Visit): Press =>
    pressed?.requestKey === requestKey && pressed.askedAtMs === askedAtMs ? pressed : { attempt: 'none' };
  return { send, pressOf };
}
