import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '@/trpc/root';

type Outputs = inferRouterOutputs<AppRouter>;

export type AuditRow = Outputs['audit']['list']['rows'][number];
export type DescribedActor = AuditRow['who'];
export type KeyRow = Outputs['keys']['list'][number];
export type Endpoint = Outputs['endpoints']['get'];
export type Recovery = Outputs['endpoints']['recoveries']['recoveries'][number];
export type DeliveryRow = Outputs['deliveries']['list']['deliveries'][number];
export type Delivery = Outputs['deliveries']['get'];
export type Attempt = Delivery['attempts'][number];
export type RequestRow = Outputs['requests']['list']['rows'][number];
export type EventRow = Outputs['events']['list']['rows'][number];
export type DeliveryStatus = DeliveryRow['status'];
export type CredentialsStatus = Outputs['credentials']['status'];
