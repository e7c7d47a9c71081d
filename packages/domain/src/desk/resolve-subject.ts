import type { z } from 'zod';
import { checkDisbursementResolution, resolveDisbursement } from '../disbursements/index.ts';
import { requirePermission } from '../kernel/authority.ts';
import type { TenantContext } from '../kernel/context.ts';
import { parseInput } from '../kernel/input.ts';
import type { Resolution, Resolved } from '../kernel/resolution.ts';
import { checkPaymentResolution, resolvePayment } from '../payments/index.ts';
import { noteSchema } from '../reviews/index.ts';
import { type ResolutionInput, resolutionSchema } from './schemas.ts';

/**
 * Settles a payment or disbursement manually. Members do so by an order, which the worker executes; the operator does so
 * directly.
 * @param by.note why, in the person's words
 * @param by.approvedBy the second person, as in the audit; null when there was none
 * @throws DomainError not_found, invalid_input
 */
export function resolveSubject(
  ctx: TenantContext,
  input: z.input<typeof resolutionSchema>,
  by: { note: string; approvedBy: string | null },
): Promise<Resolved> {
  requirePermission(ctx, 'reviews.resolve');
  const parsed = parseInput(resolutionSchema, input);
  const { subjectKind, subjectId } = parsed;
  const given = { resolution: resolutionOf(parsed), note: parseInput(noteSchema, by.note), approvedBy: by.approvedBy };
  return subjectKind === 'payment'
    ? resolvePayment(ctx, { paymentId: subjectId, ...given })
    : resolveDisbursement(ctx, { disbursementId: subjectId, ...given });
}

/**
 * Refuses a resolution that is not possible now, and returns the amount in whole KES.
 * @throws DomainError not_found, invalid_input
 */
export function checkSubjectResolution(ctx: TenantContext, input: ResolutionInput): Promise<{ amount: number }> {
  const resolution = resolutionOf(input);
  return input.subjectKind === 'payment'
    ? checkPaymentResolution(ctx, { paymentId: input.subjectId, resolution })
    : checkDisbursementResolution(ctx, { disbursementId: input.subjectId, resolution });
}

function resolutionOf({ receipt }: ResolutionInput): Resolution {
  return receipt === undefined ? { as: 'not_paid' } : { as: 'paid', receipt };
}
