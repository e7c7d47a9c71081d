import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '@/trpc/root';

export type TokenRow = inferRouterOutputs<AppRouter>['reportingTokens']['list'][number];
