import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { requireScope } from '../kernel/authority.ts';
import type { TenantContext, WithProvider } from '../kernel/context.ts';
import { DomainError } from '../kernel/errors.ts';
import { invalidInput, issue } from '../kernel/input.ts';
import { issues, type Named } from '../kernel/refusals.ts';
import type { SandboxOutcome } from '../ports/provider.ts';
import { askedStatus, type PaymentStatusView, statusView, type WithLiveQueries } from './get-payment-status.ts';
import { paymentIssues, paymentRefusals } from './refusals.ts';
import { getOwnPayment } from './scope.ts';

/** Maps the names that callers use to what the handset does. */
const outcomes = {
  approve: 'approve',
  user_cancelled: 'cancel',
  cancel: 'cancel',
  wrong_pin: 'wrong_pin',
  insufficient_funds: 'insufficient_funds',
  timeout: 'timeout',
} as const satisfies Record<string, SandboxOutcome>;
const outcomeNames = Object.keys(outcomes) as (keyof typeof outcomes)[];
const pollMs = 50;
/** How long to wait for the callback before the provider is asked. */
const patienceMs = 3_000;

/** Body of POST /simulate/outcome. */
export const simulateOutcomeSchema = z.object({
  paymentId: z
    .string({ error: issues.string })
    .meta({ description: 'The `paymentId` of a sandbox payment that is still pending.' }),
  outcome: z.enum(outcomeNames, { error: issues.oneOf({ values: outcomeNames.join(', ') }) }).meta({
    description:
      'What the customer does with the prompt: enters the PIN (`approve`), cancels (`user_cancelled` or `cancel`), enters a wrong PIN (`wrong_pin`), has too little money (`insufficient_funds`), or does not react (`timeout`).',
  }),
});

type SimulateOutcomeInput = z.output<typeof simulateOutcomeSchema>;

/**
 * Answers a sandbox prompt on the simulator's handset, as a customer would. Waits until the callback settles the payment,
 * or queries it when the callback is late.
 * @throws DomainError forbidden (scope), not_found, invalid_input (the prompt is no longer open),
 *   provider_rejected (no simulator)
 */
export async function simulateOutcome(
  ctx: TenantContext & WithProvider & WithLiveQueries,
  { paymentId, outcome }: SimulateOutcomeInput,
): Promise<PaymentStatusView> {
  requireScope(ctx, 'collect');
  if (ctx.tenant.environment !== 'sandbox') throw new Error('Outcomes are simulated in the sandbox only.');
  const payment = await getOwnPayment(ctx, paymentId);
  if (payment.status !== 'pending') throw notOpen(paymentIssues.settledAlready);
  if (payment.checkoutRequestId === null) throw notOpen(paymentIssues.promptUnacknowledged);
  const answer = await ctx.provider.answerPrompt(payment.checkoutRequestId, outcomes[outcome]);
  if (answer === 'already_answered') throw notOpen(issues.answeredAlready);
  if (answer === 'no_handset') {
    const description = paymentRefusals.noHandset;
    throw new DomainError('provider_rejected', description, {
      upstream: { code: 'no_handset', description: description.wrong.message },
    });
  }
  return settledView(ctx, payment.id);
}

function notOpen(why: Named): DomainError {
  return invalidInput(issue('paymentId', why));
}

async function settledView(
  ctx: TenantContext & WithProvider & WithLiveQueries,
  paymentId: string,
): Promise<PaymentStatusView> {
  const patienceEnds = performance.now() + patienceMs;
  while (performance.now() < patienceEnds) {
    const payment = await getOwnPayment(ctx, paymentId);
    if (payment.status !== 'pending') return statusView(payment);
    await delay(pollMs);
  }
  return askedStatus(ctx, paymentId);
}
