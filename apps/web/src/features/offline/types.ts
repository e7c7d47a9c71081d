import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '@/trpc/root';

/** How offline payments of an application stand. */
export type OfflineState = inferRouterOutputs<AppRouter>['offline']['state'];
export type Rules = OfflineState['rules'];
/** How asking for missed confirmations stands. */
export type Pulls = NonNullable<OfflineState['pulls']>;
