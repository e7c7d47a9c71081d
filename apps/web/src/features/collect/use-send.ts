'use client';

import { useMutation } from '@tanstack/react-query';
import { readAmount } from '@/features/money/entry';
import { useTenant } from '@/features/shell/use-tenant';
import { useTRPC } from '@/trpc/client';
import type { PromptValues } from './types.ts';
import { useRequestKey } from './use-request-key.ts';

/** Asks for a prompt; `onSent` gets its order. */
export function useSend(onSent: (orderId: string) => void) {
  const trpc = useTRPC();
  const tenant = useTenant();
  const { keyOf } = useRequestKey();
  const sending = useMutation(trpc.collect.prompt.mutationOptions({ onSuccess: ({ orderId }) => onSent(orderId) }));
  const send = ({ phone, amount, reference, description, rail }: PromptValues) => {
    const request = {
      phone: phone.trim(),
      // The server refuses NaN at its field.
      amount: readAmount(amount) ?? Number.NaN,
      accountReference: reference.trim() || undefined,
      description: description.trim() || undefined,
      rail,
    };
    sending.mutate({ ...tenant, ...request, requestKey: keyOf(request) });
  };
  return { send, isPending: sending.isPending, error: sending.error };
}
