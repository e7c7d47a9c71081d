import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '@/trpc/root';

export type CredentialsStatus = inferRouterOutputs<AppRouter>['credentials']['status'];
