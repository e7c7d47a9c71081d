import { sendCallbacks } from './callbacks.ts';
import { newRequestId } from './ids.ts';
import { holdCheckMs, sameAmountWindowMs } from './limits.ts';
import type { Prompt } from './prompts.ts';
import type { Push } from './push-fields.ts';
import { promptResults, type ResultName } from './results.ts';
import type { Scenario } from './scenario.ts';
import { settleAs } from './settle-as.ts';
import type { Simulation } from './simulation.ts';

/** What a person can do on the simulated handset; `timeout` is a handset that cannot be reached. */
export const handsetAnswers = {
  approve: 'paid',
  wrong_pin: 'wrong_pin',
  insufficient_funds: 'insufficient_funds',
  cancel: 'cancelled',
  ignore: 'no_answer',
  timeout: 'unreachable',
} satisfies Record<string, ResultName>;

/** Puts a prompt on the handset. Nothing answers it yet. */
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

/** The core judges only after the right PIN: a till used as a paybill, or the same amount again, is found out here. */
const judge = (simulation: Simulation, prompt: Prompt, answer: ResultName): ResultName => {
  if (answer !== 'paid') return answer;
  const { push } = prompt;
  const isMixedUp = push.transactionType === 'CustomerPayBillOnline' && push.partyB !== push.businessShortCode;
  if (isMixedUp) return 'operator_unknown';
  return simulation.settings.sameAmountRule && hasPaidSameAmount(simulation, prompt) ? 'same_amount' : 'paid';
};

/**
 * Answers a prompt and sends its callbacks; resolves when those are over.
 * Returns undefined at once when the prompt was answered before.
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

/**
 * Lets the handset answer by itself after the configured delay, and not before everybody who holds it has let it go, unless the
 * scenario or the settings say to wait.
 */
export const scheduleAnswer = (simulation: Simulation, prompt: Prompt): void => {
  const { result } = prompt.scenario;
  if (result === null || !simulation.settings.autoAnswer) return;
  const answer = (): void => {
    if (prompt.outcome !== null) return;
    if (simulation.holds.has(prompt)) simulation.timers.after(holdCheckMs, answer);
    else void answerPrompt(simulation, prompt, result, 'auto');
  };
  simulation.timers.after(simulation.settings.delayMs, answer);
};
