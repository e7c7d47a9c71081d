import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '@/trpc/root';

export type KeyRow = inferRouterOutputs<AppRouter>['keys']['list'][number];
