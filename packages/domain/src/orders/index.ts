export { approveOrder } from './approve-order.ts';
export { cancelOrder } from './cancel-order.ts';
export type { CredentialCheck } from './check-credentials.ts';
export type { Decided } from './decide-order.ts';
export { executeOrder } from './execute-order.ts';
export { type Approver, findApprovers, findRole } from './members.ts';
export {
  type FailedOutcome,
  isApprover,
  mayDecide,
  noPolicy,
  type OrderKind,
  type OrderOutcome,
  type Policy,
  personOf,
} from './order.ts';
export { rejectOrder } from './reject-order.ts';
export { type Requested, requestOrder } from './request-order.ts';
export {
  type CheckCapability,
  checkCapabilities,
  type DecideOrderInput,
  decideOrderSchema,
  type RequestOrderInput,
  requestOrderSchema,
  type SetPolicyInput,
  setPolicySchema,
} from './schemas.ts';
export { getOwnOrder } from './scope.ts';
export { setPolicy } from './set-policy.ts';
export { sweepOrders } from './sweep-orders.ts';
