export { approvableKinds, decisionObstacle, mayApprove, mayDecideByRole } from './approval.ts';
export { approveBatch } from './approve-batch.ts';
export { approveOrder } from './approve-order.ts';
export { approveOrders, reasonToApproveAlone } from './approve-orders.ts';
export { askForKey, askForKeyAgain, askForRotatedKey } from './ask-for-key.ts';
export { askedOf } from './asked.ts';
export { cancelOrder } from './cancel-order.ts';
export { decideHeld } from './decide-held.ts';
export { executeOrder } from './execute-order.ts';
export { checkCapabilities } from './kinds/check-credentials.ts';
export { type Approver, findApprovers, findMembers } from './members.ts';
export { personOf } from './order.ts';
export type { OrderOutcome } from './outcome.ts';
export { readOutcome } from './read-outcome.ts';
export { rejectOrder } from './reject-order.ts';
export { requestOrder } from './request-order.ts';
export { approveBatchSchema, approveOrdersSchema, decideOrderSchema, requestOrderSchema } from './schemas.ts';
export { getOwnOrder } from './scope.ts';
export { addGuardRule, changeGuardRule, removeGuardRule } from './set-guard-rule.ts';
export {
  addListEntry,
  importListFile,
  type PhoneImport,
  type PhonePreview,
  previewListFile,
  removeListEntry,
} from './set-list-entry.ts';
export { setPolicy } from './set-policy.ts';
export { cancelOrphans } from './statements.ts';
export { sumUnapproved } from './sum-statements.ts';
export { sweepOrders } from './sweep-orders.ts';
