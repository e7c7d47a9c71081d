import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '@/trpc/root';

export type Look = inferRouterOutputs<AppRouter>['handset']['look'];
export type Prompt = Extract<Look, { state: 'ready' }>['prompts'][number];
export type Answer = inferRouterInputs<AppRouter>['handset']['answer']['answer'];

/** A prompt that was answered on this page. */
export type Message = { paymentId: string; answer: Answer; amount: number; number: string; at: string };
