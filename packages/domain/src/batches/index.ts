export { batchNameMax, isOver } from './basics/index.ts';
export {
  type Acceptance,
  balanceAgeMaxMs,
  balanceWaitMs,
  batchLeaseMs,
  decideCancel,
  decidePause,
  decideResume,
  pausedDaysMax,
  rowKeyOf,
} from './batch.ts';
export { type DueBatch, publishBatchDue } from './batch-due.ts';
export { checkBatch } from './check-batch.ts';
export { createBatch, createBatchFromFile, isMade, type MadeBatch, makeBatch } from './create-batch.ts';
export { listFromValues } from './list-from-values.ts';
export {
  needsTick,
  noteCodes,
  type ProblemCode,
  payoutRowsMax,
  type RowProblem,
  type RowWarning,
  tickCodes,
  type WarningCode,
  weighs,
} from './payout-row.ts';
export { type PayoutReading, payoutFileBytesMax, readPayoutFile, type UnclearReading } from './read-payout-file.ts';
export { type BatchRow, findBatch } from './read-statements.ts';
export { batchRefusals } from './refusals.ts';
export {
  exclusion,
  goodSum,
  isPaidAgain,
  isRepeated,
  isSurelyUnpaid,
  listNext,
  noteHanded,
  type PayableRow,
  skipRows,
  storeHanded,
  sumGood,
} from './row-statements.ts';
export {
  type BatchOrderInput,
  batchIdSchema,
  batchOrderSchema,
  type ColumnMapping,
  type CopyBatchInput,
  type CreateBatchInput,
  copyBatchSchema,
  createBatchSchema,
  listFileSchema,
  type NewBatchInput,
  newBatchSchema,
  resumeBatchSchema,
  type SubmitBatchInput,
  submitBatchSchema,
} from './schemas.ts';
export { lockOwnBatch } from './scope.ts';
export {
  followOrders,
  storeCancelled,
  storeEnded,
  storePaused,
  storeResumed,
  storeStarted,
  submission,
} from './statements.ts';
export { type BatchFindings, readFindings, readNotes } from './stored-rows.ts';
export { approveDraft, checkSubmission, isHeldBatch, storeApprovedOnce } from './submit-batch.ts';
