import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '@/trpc/root';

type Outputs = inferRouterOutputs<AppRouter>['reviews'];

/** A review in the list. */
export type ReviewRow = Outputs['list']['rows'][number];
/** One with its evidence. */
export type ReviewDetail = Outputs['get'];
export type Step = ReviewDetail['steps'][number];
export type Words = ReviewRow['words'];
