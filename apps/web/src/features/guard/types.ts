import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '@/trpc/root';

export type Guard = inferRouterOutputs<AppRouter>['guard']['get'];
export type RuleRow = Guard['rules'][number];
/** A rule as an order has it. */
export type Rule = Pick<RuleRow, 'kind' | 'mode' | 'settings'>;
export type RuleBounds = Guard['kinds'][number];
export type RuleTrial = inferRouterOutputs<AppRouter>['guard']['tryRule'];
export type EntryRow = inferRouterOutputs<AppRouter>['guard']['entries']['rows'][number];
/** A phone on a list as an order has it. */
export type ListedPhone = Pick<EntryRow, 'list' | 'until' | 'reason'> & { kind: 'list' };
export type DecisionRow = inferRouterOutputs<AppRouter>['guard']['decisions']['rows'][number];
export type DecisionAbout = inferRouterOutputs<AppRouter>['payments']['get']['decisions'][number];
