import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '@/trpc/root';

type Outputs = inferRouterOutputs<AppRouter>['reports'];

export type Balances = Outputs['balances'];

/** The figures of a row by name: money as decimal text of whole KES. */
export type Figures = { [name: string]: string | number | null };
export type SeriesRow = Figures & { group: string | null; label: string; startsAt: string; endsAt: string };
export type Series = {
  from: string;
  to: string;
  startsAt: string;
  endsAt: string;
  total: Figures;
  rows: SeriesRow[];
};

/** Any report about money. */
export type MoneyData = {
  exactUntil: string | null;
  current: Series;
  previous: Series | null;
  /** The words of reasons, by code. */
  titles: Record<string, string>;
};
