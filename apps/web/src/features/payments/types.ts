import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '@/trpc/root';

type Outputs = inferRouterOutputs<AppRouter>['payments'];

export type PaymentsPage = Outputs['list'];
export type PaymentRow = PaymentsPage['payments'][number];
export type PaymentDetail = Outputs['get'];
export type TimelineEntry = PaymentDetail['timeline'][number];
export type Mover = PaymentDetail['requestedBy'];
