import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '@/trpc/root';

type Outputs = inferRouterOutputs<AppRouter>['deliveries'];

export type DeliveryRow = Outputs['list']['deliveries'][number];
export type DeliveryStatus = DeliveryRow['status'];
export type Delivery = Outputs['get'];
export type Attempt = Delivery['attempts'][number];
