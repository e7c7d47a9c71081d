'use client';

import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useChange } from '@/features/shell/use-change';
import { useTenant } from '@/features/shell/use-tenant';
import { useTRPC } from '@/trpc/client';
import type { Answer, Message, Prompt } from './types.ts';

/** Each look renews the lease of ten seconds that keeps prompts waiting for the person. */
const lookMs = 1_000;
const messagesMax = 5;

/** The prompts on the phone, polled, and the mutation that answers them. */
export function useHandset() {
  const trpc = useTRPC();
  const tenant = useTenant();
  const [messages, setMessages] = useState<Message[]>([]);
  const look = useQuery(
    trpc.handset.look.queryOptions(tenant, {
      staleTime: 0,
      retry: false,
      // In the background, too: people send prompts from another window.
      refetchIntervalInBackground: true,
      refetchInterval: ({ state }) => (state.data && state.data.state !== 'ready' ? false : lookMs),
    }),
  );
  const answering = useChange(trpc.handset.answer.mutationOptions());
  const { mutateAsync } = answering;
  const answer = useCallback(
    async ({ paymentId, amount, number }: Pick<Prompt, 'paymentId' | 'amount' | 'number'>, chosen: Answer) => {
      await mutateAsync({ ...tenant, paymentId, answer: chosen });
      const message = { paymentId, answer: chosen, amount, number, at: new Date().toISOString() };
      setMessages((earlier) => [message, ...earlier].slice(0, messagesMax));
    },
    [mutateAsync, tenant],
  );
  // Removes the answered prompt at once, also from a poll that was under way.
  const answeredIds = new Set(messages.map(({ paymentId }) => paymentId));
  const prompts =
    look.data?.state === 'ready' ? look.data.prompts.filter((prompt) => !answeredIds.has(prompt.paymentId)) : [];
  return { look, prompts, messages, answer, answering };
}
