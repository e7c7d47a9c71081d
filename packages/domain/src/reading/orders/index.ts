export { countWaitingOrders } from './count-waiting.ts';
export { getOrder } from './get-order.ts';
export { getPolicy } from './get-policy.ts';
export { listOrders } from './list-orders.ts';
export { listOrdersSchema } from './schemas.ts';
