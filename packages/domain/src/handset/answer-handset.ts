import { validate as isUuid } from 'uuid';
import { z } from 'zod';
import { requirePermission } from '../kernel/authority.ts';
import type { TenantContext } from '../kernel/context.ts';
import { type DomainError, notFound } from '../kernel/errors.ts';
import { invalidInput, issue, parseInput } from '../kernel/input.ts';
import { issues, type Named } from '../kernel/refusals.ts';
import { handsetAnswers, type WithHandset } from './handset.ts';
import { handsetIssues } from './refusals.ts';
import { sandboxOnly } from './sandbox-only.ts';

export const answerHandsetSchema = z.object({
  paymentId: z.string({ error: issues.text }),
  /** `let_go` lets the simulator answer by itself, as its tables say. */
  answer: z.enum([...handsetAnswers, 'let_go'], {
    error: issues.either({ values: `let_go, ${handsetAnswers.join(', ')}` }),
  }),
});

type AnswerHandsetInput = z.input<typeof answerHandsetSchema>;

/**
 * Answers the prompt of a payment as its customer would. The outcome arrives by the ordinary
 * callback.
 * @throws DomainError not_found (no such payment of the application, or production), invalid_input
 *   (the prompt is no longer open), unavailable (no answer from the simulator)
 */
export async function answerHandset(
  ctx: TenantContext & WithHandset,
  input: AnswerHandsetInput,
): Promise<{ paymentId: string }> {
  requirePermission(ctx, 'handset.use');
  sandboxOnly(ctx.tenant);
  const { paymentId, answer } = parseInput(answerHandsetSchema, input);
  const payment = isUuid(paymentId)
    ? await ctx.db.prisma.payment.findFirst({
        where: { id: paymentId, ...ctx.tenant },
        select: { checkoutRequestId: true },
      })
    : null;
  if (!payment) throw notFound('payment');
  const { checkoutRequestId } = payment;
  if (checkoutRequestId === null) throw notOpen(handsetIssues.promptMissing);
  if (answer === 'let_go') {
    await ctx.handset.release(ctx.tenant.applicationId, checkoutRequestId);
    return { paymentId };
  }
  const result = await ctx.handset.answer(checkoutRequestId, answer);
  if (result === 'already_answered') throw notOpen(issues.answeredAlready);
  if (result === 'gone') throw notOpen(handsetIssues.promptGone);
  return { paymentId };
}

function notOpen(why: Named): DomainError {
  return invalidInput(issue('paymentId', why));
}
