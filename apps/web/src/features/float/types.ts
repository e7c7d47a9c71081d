import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '@/trpc/root';

/** An account of a shortcode, with its threshold and its history. */
export type FloatAccount = inferRouterOutputs<AppRouter>['float']['get']['accounts'][number];
