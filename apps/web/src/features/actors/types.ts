import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '@/trpc/root';

export type DescribedActor = inferRouterOutputs<AppRouter>['audit']['list']['rows'][number]['who'];
