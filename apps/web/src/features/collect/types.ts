import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '@/trpc/root';

type Outputs = inferRouterOutputs<AppRouter>['collect'];

export type Account = NonNullable<Outputs['account']['account']>;
export type Progress = Outputs['progress'];

/** What the form of a prompt holds, as typed. */
export type PromptValues = { phone: string; amount: string; reference: string; description: string };
