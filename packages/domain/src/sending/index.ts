export { cancelBatch, pauseBatch, resumeBatch } from './change-batch.ts';
export { copyBatch } from './copy-batch.ts';
export { type FloatVerdict, judgeFloat } from './float-verdict.ts';
export type { WithPace } from './pace.ts';
export { type BatchTotals, readTotals, sumUnsent } from './statements.ts';
export { submitBatch } from './submit-batch.ts';
export { sweepBatches, sweepPaidTwice } from './sweep-batches.ts';
export { workBatch } from './work-batch.ts';
