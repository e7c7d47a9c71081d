import { answerLater } from './answer-later.ts';
import { sendCallbacks } from './callbacks.ts';
import type { HandsetAnswer, RailHandset } from './handset-prompt.ts';
import { newRequestId } from './ids.ts';
import { sameAmountWindowMs } from './limits.ts';
import type { Prompt } from './prompts.ts';
import type { Push } from './push-fields.ts';
import { promptResults, type ResultName } from './results.ts';
import type { Scenario } from './scenario.ts';
import { settleAs } from './settle-as.ts';
import type { Simulation } from './simulation.ts';

/** What the answers of a person mean on this rail. */
export const handsetAnswers = {
  approve: 'paid',
  wrong_pin: 'wrong_pin',
  insufficient_funds: 'insufficient_funds',
  cancel: 'cancelled',
  ignore: 'no_answer',
  timeout: 'unreachable',
} satisfies Record<HandsetAnswer, ResultName>;

/** Puts a prompt on the handset without answering it. */
export const openPrompt = (simulation: Simulation, push: Push, scenario: Scenario): Prompt => {
  const prompt: Prompt = {
    merchantRequestId: newRequestId(),
    checkoutRequestId: simulation.ids.checkoutRequestId(push.phone),
    push,
    scenario,
    createdAtMs: simulation.now(),
    answeredAtMs: null,
    answeredBy: null,
    outcome: null,
    callbackTried: false,
    callbacks: [],
    confirmations: [],
    queries: 0,
    finalQueries: 0,
  };
  simulation.prompts.add(prompt);
  return prompt;
};

/** True while another prompt is open on that phone. */
export const hasOpenPrompt = (simulation: Simulation, phone: string): boolean =>
  simulation.prompts.list().some((prompt) => prompt.push.phone === phone && prompt.outcome === null);

const hasPaidSameAmount = (simulation: Simulation, { push }: Prompt): boolean => {
  const sinceMs = simulation.now() - sameAmountWindowMs;
  return simulation.prompts
    .list()
    .some(
      (other) =>
        other.outcome?.code === promptResults.paid.code &&
        (other.answeredAtMs ?? 0) > sinceMs &&
        other.push.phone === push.phone &&
        other.push.amount === push.amount,
    );
};

/** The provider's core checks these rules only after a correct PIN: till used as a paybill, and repeated amount. */
const judge = (simulation: Simulation, prompt: Prompt, answer: ResultName): ResultName => {
  if (answer !== 'paid') return answer;
  const { push } = prompt;
  const isMixedUp = push.transactionType === 'CustomerPayBillOnline' && push.partyB !== push.businessShortCode;
  if (isMixedUp) return 'operator_unknown';
  return simulation.settings.sameAmountRule && hasPaidSameAmount(simulation, prompt) ? 'same_amount' : 'paid';
};

/**
 * Answers a prompt and sends its callbacks. The promise resolves after the last callback attempt.
 * Returns undefined when the prompt already has an answer.
 */
export const answerPrompt = (
  simulation: Simulation,
  prompt: Prompt,
  answer: ResultName,
  by: 'auto' | 'admin',
): Promise<void> | undefined => {
  if (prompt.outcome !== null) return undefined;
  const outcome = settleAs(simulation, prompt, promptResults[judge(simulation, prompt, answer)]);
  prompt.outcome = outcome;
  prompt.answeredAtMs = simulation.now();
  prompt.answeredBy = by;
  return sendCallbacks(simulation, prompt, outcome);
};

/** Schedules the automatic answer of a prompt. Nothing is scheduled when its scenario has no result. */
export const scheduleAnswer = (simulation: Simulation, prompt: Prompt): void => {
  const { result } = prompt.scenario;
  if (result === null) return;
  answerLater(simulation, {
    rail: 'mpesa',
    payee: prompt.push.businessShortCode,
    promptId: prompt.checkoutRequestId,
    isWaiting: () => prompt.outcome === null,
    answer: () => void answerPrompt(simulation, prompt, result, 'auto'),
  });
};

/** The prompts of M-PESA on the handset. */
export const mpesaHandset = (simulation: Simulation): RailHandset => ({
  rail: 'mpesa',
  list: () =>
    simulation.prompts.list().map((prompt) => ({
      id: prompt.checkoutRequestId,
      phone: prompt.push.phone,
      amount: prompt.push.amount,
      reference: prompt.push.accountReference,
      description: prompt.push.transactionDesc,
      payee: prompt.push.businessShortCode,
      scenario: prompt.scenario.slug,
      isWaiting: prompt.outcome === null,
      createdAtMs: prompt.createdAtMs,
      answer: (answer) => answerPrompt(simulation, prompt, handsetAnswers[answer], 'admin') !== undefined,
    })),
});
