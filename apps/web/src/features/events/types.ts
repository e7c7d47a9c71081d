import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '@/trpc/root';

type Outputs = inferRouterOutputs<AppRouter>['events'];

export type EventRow = Outputs['list']['rows'][number];
export type EventDetail = Outputs['get'];
