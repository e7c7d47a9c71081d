import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '@/trpc/root';

type Outputs = inferRouterOutputs<AppRouter>['days'];

/** A business day in the list. */
export type DayRow = Outputs['list']['days'][number];
/** One with its exceptions. */
export type DayDetail = Outputs['get'];
/** How days are emailed, and who could get them. */
export type DayMail = Outputs['mail'];
export type DaySheet = DayDetail['sheet'];
export type SheetLine = DaySheet['created'][number];
export type SignOff = DayDetail['signOffs'][number];
export type FigureChange = NonNullable<DayDetail['difference']>['changes'][number];
