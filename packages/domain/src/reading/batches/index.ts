export { type BatchView, batchViewSchema } from './batch-view.ts';
export { type BatchRowLine, browseBatchRows, browseBatchRowsSchema } from './browse-batch-rows.ts';
export { type BatchListRow, browseBatches, browseBatchesSchema } from './browse-batches.ts';
export { type BatchComparison, compareBatch } from './compare-batch.ts';
export { getBatch } from './get-batch.ts';
export { type BatchDetail, getBatchDetail } from './get-batch-detail.ts';
export { type BatchResultRow, type BatchResults, getBatchResults } from './get-batch-results.ts';
export {
  type BatchRowView,
  batchRowSchema,
  listBatchRows,
  listBatchRowsSchema,
  readBatchRowList,
} from './list-batch-rows.ts';
export { listBatches, listBatchesSchema, readBatchList } from './list-batches.ts';
