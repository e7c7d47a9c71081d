import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '@/trpc/root';

type Outputs = inferRouterOutputs<AppRouter>['reports'];

export type Home = Outputs['home'];
export type Setup = Outputs['setup'];
export type RecentPayment = Outputs['recent']['payments'][number];
export type AttentionItem = Home['attention'][number];
export type Count = Home['pending'];
