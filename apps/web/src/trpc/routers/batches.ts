import {
  batchIdSchema,
  batchOrderSchema,
  copyBatchSchema,
  createBatchFromFile,
  listFileSchema,
  resumeBatchSchema,
} from '@tillgate/domain/batches';
import { approveBatch, approveBatchSchema, requestOrder, requestOrderSchema } from '@tillgate/domain/orders';
import {
  browseBatches,
  browseBatchesSchema,
  browseBatchRows,
  browseBatchRowsSchema,
  compareBatch,
  getBatchDetail,
} from '@tillgate/domain/reading/batches';
import { cancelBatch, copyBatch, judgeFloat, pauseBatch, resumeBatch, sumUnsent } from '@tillgate/domain/sending';
import { sayReasonsOf } from '@/say/say-reason';
import { createRouter, tenantProcedure } from '../init.ts';
import { batchFileCost } from '../procedure-limits.ts';
import { verbInput, withoutTenant } from '../verb-input.ts';
import { toWire } from '../wire.ts';

const read = tenantProcedure('batches.read');
const write = tenantProcedure('batches.request');
const which = verbInput(batchIdSchema);

/** Lists of payouts, such as payrolls. */
export const batchesRouter = createRouter({
  list: read
    .input(verbInput(browseBatchesSchema))
    .query(async ({ ctx, input }) => toWire(await browseBatches(ctx.tenantCtx, withoutTenant(input)))),

  get: read
    .input(which)
    .query(async ({ ctx, input }) => toWire(await getBatchDetail(ctx.tenantCtx, withoutTenant(input)))),

  rows: read.input(verbInput(browseBatchRowsSchema)).query(async ({ ctx, input }) => {
    const page = toWire(await browseBatchRows(ctx.tenantCtx, withoutTenant(input)));
    return { ...page, rows: sayReasonsOf(page.rows, ctx.locale) };
  }),

  /** What an approver weighs: the largest rows, and the change against the last batch. */
  compare: read
    .input(which)
    .query(async ({ ctx, input }) => toWire(await compareBatch(ctx.tenantCtx, withoutTenant(input)))),

  /** Whether the account has enough money for what is still to be paid, beside other batches that are being paid. */
  float: read.input(which).query(async ({ ctx, input: { batchId } }) => {
    const { batchId: id, amount, amountPaid } = await getBatchDetail(ctx.tenantCtx, { batchId });
    const others = await sumUnsent(ctx.tenantCtx.db.pool, { ...ctx.tenantCtx.tenant, id });
    const needed = amount - amountPaid + others;
    return { needed, others, verdict: toWire(await judgeFloat(ctx.tenantCtx, needed)) };
  }),

  /** For the upload route: whether the person may send a list, before any of it is read. */
  permitUpload: tenantProcedure('batches.request', { cost: batchFileCost }).mutation(({ ctx: { organizationId } }) => ({
    organizationId,
  })),

  /**
   * Reads a list and makes a draft of it, or says what a person has to choose first. Nothing is paid. The bytes come from the
   * upload route alone: the JSON of a page has none.
   */
  create: write
    .input(verbInput(listFileSchema))
    .mutation(({ ctx, input }) => createBatchFromFile(ctx.tenantCtx, withoutTenant(input))),

  /** Makes a draft of the rows of an earlier batch: of those that failed, or of all. Nothing is paid. */
  copy: tenantProcedure('batches.request', { cost: batchFileCost })
    .input(verbInput(copyBatchSchema))
    .mutation(({ ctx, input }) => copyBatch(ctx.tenantCtx, withoutTenant(input))),

  /** Sends a draft off: it waits for another person, or is paid. */
  submit: tenantProcedure('batches.request', { reauthentication: true })
    .input(verbInput(batchOrderSchema))
    .input(verbInput(requestOrderSchema.pick({ reason: true, requestKey: true })))
    .mutation(({ ctx, input }) => {
      const { reason, requestKey, ...order } = withoutTenant(input);
      return requestOrder(ctx.tenantCtx, { kind: 'payout_batch', input: order, reason, requestKey });
    }),

  /** Approves what another person sent off, without some of its rows. */
  approve: tenantProcedure('orders.approve', { reauthentication: true })
    .input(verbInput(approveBatchSchema))
    .mutation(({ ctx, input }) => approveBatch(ctx.tenantCtx, withoutTenant(input))),

  pause: write.input(which).mutation(({ ctx, input }) => pauseBatch(ctx.tenantCtx, withoutTenant(input))),

  cancel: write.input(which).mutation(({ ctx, input }) => cancelBatch(ctx.tenantCtx, withoutTenant(input))),

  resume: tenantProcedure('batches.request', { reauthentication: true })
    .input(verbInput(resumeBatchSchema))
    .mutation(({ ctx, input }) => resumeBatch(ctx.tenantCtx, withoutTenant(input))),
});
