import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '@/trpc/root';

type Outputs = inferRouterOutputs<AppRouter>['reconciliation'];

export type CalendarDay = Outputs['calendar']['days'][number];
export type Gap = CalendarDay['gaps'][number];
export type Exception = Outputs['exceptions']['exceptions'][number];
export type Line = Outputs['lines']['lines'][number];
export type StatementRow = Outputs['statements']['statements'][number];
export type Preview = Outputs['preview'];
export type Imported = Outputs['import'];
