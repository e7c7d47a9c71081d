import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '@/trpc/root';

type Outputs = inferRouterOutputs<AppRouter>['endpoints'];

export type Endpoint = Outputs['get'];
export type Recovery = Outputs['recoveries']['recoveries'][number];
export type AttemptsReport = Outputs['attempts'];
