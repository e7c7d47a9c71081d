export { approveOrder } from './approve-order.ts';
export { cancelOrder } from './cancel-order.ts';
export type { CredentialCheck } from './check-credentials.ts';
export { countWaitingOrders } from './count-waiting.ts';
export type { Decided } from './decide-order.ts';
export { executeOrder } from './execute-order.ts';
export { getOrder, type OrderDetail } from './get-order.ts';
export { getPolicy, type PolicyView } from './get-policy.ts';
export { listOrders } from './list-orders.ts';
export type { FailedOutcome, OrderKind, OrderOutcome, Policy } from './order.ts';
export type { OrderView, PersonView } from './order-view.ts';
export { rejectOrder } from './reject-order.ts';
export { type Requested, requestOrder } from './request-order.ts';
export {
  type CheckCapability,
  checkCapabilities,
  type DecideOrderInput,
  type ListOrdersInput,
  type RequestOrderInput,
  type SetPolicyInput,
} from './schemas.ts';
export { setPolicy } from './set-policy.ts';
export { sweepOrders } from './sweep-orders.ts';
