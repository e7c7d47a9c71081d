import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '@/trpc/root';

type Outputs = inferRouterOutputs<AppRouter>['credentials'];

export type CredentialsStatus = Outputs['status'];

/** A network, with the account there if there is one. */
export type RailStatus = Outputs['accounts'][number];

/** What is set at a network. */
export type RailAccount = NonNullable<RailStatus['account']>;

/** A field of the form of an account. */
export type AccountField = RailStatus['parts'][number]['fields'][number];
