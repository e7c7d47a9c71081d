import {
  batchOrderSchema,
  batchRefusals,
  checkSubmission,
  isHeldBatch,
  storeApprovedOnce,
  submission,
} from '../../batches/index.ts';
import { DomainError } from '../../kernel/errors.ts';
import { orderKind, sumOf } from './kind.ts';

/** How long another person has to decide about a payroll. */
const batchApprovalHours = 72;

/** Sends a list of payouts off. Carrying it out approves the batch; a worker then pays its rows. */
export const payoutBatch = orderKind({
  permission: 'batches.request',
  needsInitiator: true,
  approval: 'batchFrom',
  approvalHours: batchApprovalHours,
  input: batchOrderSchema,
  amount: ({ amount }) => amount,
  async check(ctx, input) {
    await checkSubmission(ctx, input, 'person');
    return input.batchId;
  },
  isHeld: (ctx, tenant, { batchId }, now) => isHeldBatch(ctx, { ...tenant, batchId }, now),
  async guard(tx, { requestedBy, at }, { batchId, ignoresFloat }) {
    const submitted = submission(batchId, { submittedBy: `user:${requestedBy}`, ignoresFloat, at });
    if ((await tx.$executeRaw(submitted)) === 0) {
      throw new DomainError('invalid_input', batchRefusals.notDraft({ status: 'awaiting_approval' }));
    }
  },
  async carryOut(ctx, { batchId }, _key, approvedBy) {
    await storeApprovedOnce(ctx, batchId, approvedBy);
    return { outcome: { ok: true, batchId }, resourceId: batchId };
  },
  summary: ({ amount }) => `Pay a batch of ${sumOf(amount)}`,
});
