import type { Outcome, Prompt } from './prompts.ts';
import type { Result } from './results.ts';
import type { Simulation } from './simulation.ts';

const settledAmountOf = (prompt: Prompt): number => {
  const { amount } = prompt.push;
  if (prompt.scenario.callback !== 'other_amount') return amount;
  return amount > 1 ? amount - 1 : amount + 1;
};

/**
 * Turns a result into an outcome. On success, adds the receipt and the amount and records the payment in the ledger.
 */
export const settleAs = (simulation: Simulation, prompt: Prompt, result: Result): Outcome => {
  if (result.code !== 0) return { ...result, receipt: null, settledAmount: null };
  const { push } = prompt;
  const receipt = simulation.ids.receipt();
  const settledAmount = settledAmountOf(prompt);
  simulation.ledger.record({
    receipt,
    kind: 'stk',
    shortcodes: [...new Set([push.partyB, push.businessShortCode])],
    amount: settledAmount,
    phone: push.phone,
    reference: push.accountReference,
    initiatedAtMs: prompt.createdAtMs,
    finalisedAtMs: simulation.now(),
    originatorConversationId: prompt.merchantRequestId,
    conversationId: '',
    reversedBy: null,
  });
  return { ...result, receipt, settledAmount };
};
