import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '@/trpc/root';

type Outputs = inferRouterOutputs<AppRouter>['payouts'];

/** A payout or refund in the list. */
export type DisbursementRow = Outputs['list']['rows'][number];
/** One with all that is on record about it. */
export type DisbursementDetail = Outputs['get'];
export type DisbursementStatus = DisbursementRow['status'];
