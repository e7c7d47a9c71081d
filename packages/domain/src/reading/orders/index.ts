export { countWaitingOrders } from './count-waiting.ts';
export { findRequests } from './find-requests.ts';
export { getOrder } from './get-order.ts';
export { getPolicy } from './get-policy.ts';
export { listOrders } from './list-orders.ts';
export { findRequestsSchema, listOrdersSchema } from './schemas.ts';
