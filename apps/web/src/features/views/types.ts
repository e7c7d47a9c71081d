import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '@/trpc/root';

export type ViewPage = inferRouterInputs<AppRouter>['views']['list']['page'];
export type SavedView = inferRouterOutputs<AppRouter>['views']['list'][number];

export type ViewsDialogProps = {
  page: ViewPage;
  /** The filters that are on. */
  query: string;
  views: SavedView[];
  onClose: () => void;
};
