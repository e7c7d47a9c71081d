import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '@/trpc/root';

type Outputs = inferRouterOutputs<AppRouter>['float'];

/** An account of a shortcode, with its threshold and its history. */
export type FloatAccount = Outputs['get']['accounts'][number];
/** What moved a balance between two answers. */
export type BalanceChange = Outputs['explain'];
