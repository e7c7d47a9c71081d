import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '@/trpc/root';

type Outputs = inferRouterOutputs<AppRouter>['batches'];

/** A batch in the list. */
export type BatchListRow = Outputs['list']['rows'][number];
/** One with all that is known about it. */
export type BatchDetail = Outputs['get'];
/** A batch beside the one before it. */
export type BatchComparison = Outputs['compare'];
/** A row of a batch. */
export type BatchRow = Outputs['rows']['rows'][number];
/** A batch that was made, or what a person has to choose first. */
export type Made = Outputs['create'];
export type Unclear = Extract<Made, { is: 'unclear' }>;
