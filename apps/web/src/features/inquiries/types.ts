import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '@/trpc/root';

type Outputs = inferRouterOutputs<AppRouter>['inquiries'];

/** An inquiry in the list. */
export type InquiryRow = Outputs['list']['rows'][number];
/** One with the provider's own words. */
export type InquiryDetail = Outputs['get'];
