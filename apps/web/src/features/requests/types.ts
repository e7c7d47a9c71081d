import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '@/trpc/root';

type Outputs = inferRouterOutputs<AppRouter>['requests'];

export type RequestRow = Outputs['list']['rows'][number];
export type RequestDetail = Outputs['get'];
