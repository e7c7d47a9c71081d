import type { RailName } from '@tillgate/domain/rails/labels';
import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '@/trpc/root';

type Outputs = inferRouterOutputs<AppRouter>['collect'];

export type Collecting = Outputs['account'];
export type Account = NonNullable<Collecting['account']>;
export type Progress = Outputs['progress'];

/** What the form of a prompt holds, as typed. Without a network, the server chooses. */
export type PromptValues = {
  phone: string;
  amount: string;
  reference: string;
  description: string;
  rail?: RailName | undefined;
};
