import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '@/trpc/root';

type Outputs = inferRouterOutputs<AppRouter>['orders'];

/** An order, and what the reader may do about it. */
export type Order = Outputs['get'];
/** An order in a list. */
export type OrderRow = Outputs['list']['orders'][number];

const settled: ReadonlySet<Order['status']> = new Set(['executed', 'rejected', 'expired', 'cancelled']);

/** Whether nothing more happens to an order. */
export function isSettled(order: Pick<Order, 'status'> | undefined): boolean {
  return order !== undefined && settled.has(order.status);
}
