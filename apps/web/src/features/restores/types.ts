import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '@/trpc/root';

/** A restore of the database, and what it means for the tenant. */
export type Restore = inferRouterOutputs<AppRouter>['restores']['list'][number];
