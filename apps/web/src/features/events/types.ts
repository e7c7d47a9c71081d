import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '@/trpc/root';

export type EventDetail = inferRouterOutputs<AppRouter>['events']['get'];
