import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '@/trpc/root';

type Outputs = inferRouterOutputs<AppRouter>['navigation'];

/** Organizations and applications of the person. */
export type Places = Outputs['places']['places'];

/** The person, as the frame shows them. */
export type FramePerson = Outputs['places']['person'];

/** Whether a network answers, and since when: an ISO time. */
export type ProviderFacts = Outputs['tenant']['providers'][number];
