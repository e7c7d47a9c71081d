import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '@/trpc/root';

export type RequestDetail = inferRouterOutputs<AppRouter>['requests']['get'];
