import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '@/trpc/root';

type Outputs = inferRouterOutputs<AppRouter>['account'];

export type AccountFacts = Outputs['get'];
export type SessionRow = Outputs['sessions'][number];
export type NewFactor = Outputs['setUpSecondFactor'];
