import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '@/trpc/root';

type Outputs = inferRouterOutputs<AppRouter>['links'];

/** A link in the list. */
export type LinkRow = Outputs['list']['rows'][number];
/** One with all that is known about it. */
export type LinkDetail = Outputs['get'];
/** What was tried or paid on a link. */
export type AttemptRow = Outputs['attempts']['rows'][number];
/** What a page says beside its link. */
export type LinkForm = Outputs['form'];
