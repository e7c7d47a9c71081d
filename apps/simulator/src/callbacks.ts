import { confirmPushPayment } from './c2b/pay.ts';
import { renderCallback } from './callback-body.ts';
import { lostDelivery, postCallback } from './post-callback.ts';
import type { Outcome, Prompt } from './prompts.ts';
import { promptResults } from './results.ts';
import { settleAs } from './settle-as.ts';
import type { Simulation } from './simulation.ts';

/** Posts one callback and records the attempt. Never throws. */
const post = async (simulation: Simulation, prompt: Prompt, outcome: Outcome): Promise<void> => {
  const { delivery } = await postCallback(simulation, prompt.push.callbackUrl, renderCallback(prompt, outcome), {
    headers: { Businessshortcode: prompt.push.businessShortCode },
  });
  prompt.callbacks.push({ ...delivery, resultCode: outcome.code });
  prompt.callbackTried = true;
};

const recordLost = (simulation: Simulation, prompt: Prompt, outcome: Outcome): void => {
  prompt.callbacks.push({ ...lostDelivery(simulation), resultCode: outcome.code });
  prompt.callbackTried = true;
};

/**
 * Posts the second, contradicting callback. A payment cannot be undone by a callback: a second callback that says paid
 * changes the outcome, and one that says failed does not.
 */
const postSecondCallback = async (simulation: Simulation, prompt: Prompt, first: Outcome): Promise<void> => {
  const { result, secondResult } = prompt.scenario;
  if (result === null || secondResult === null || first.code !== promptResults[result].code) return;
  const second = settleAs(simulation, prompt, promptResults[secondResult]);
  if (second.code === promptResults.paid.code) prompt.outcome = second;
  await post(simulation, prompt, second);
};

/** Sends the prompt's own callbacks. Returns false when a reset dropped them. */
const sendPromptCallbacks = async (simulation: Simulation, prompt: Prompt, outcome: Outcome): Promise<boolean> => {
  const { callback } = prompt.scenario;
  if (callback === 'lost') {
    recordLost(simulation, prompt, outcome);
    return true;
  }
  const delayMs = callback === 'late' ? simulation.profile.lateCallbackMs : simulation.settings.callbackDelayMs;
  if (delayMs > 0 && !(await simulation.timers.wait(delayMs))) return false;
  if (simulation.settings.loseCallbacks) {
    recordLost(simulation, prompt, outcome);
    return true;
  }
  const first = post(simulation, prompt, outcome);
  await (callback === 'twice' ? Promise.all([first, post(simulation, prompt, outcome)]) : first);
  if (callback === 'contradict') await postSecondCallback(simulation, prompt, outcome);
  return true;
};

/** Sends the C2B confirmation of a paid prompt, at most once, when the shortcode has registered URLs. */
const confirmOnce = async (simulation: Simulation, prompt: Prompt): Promise<void> => {
  const { push, outcome } = prompt;
  if (!simulation.settings.confirmStkPayments || prompt.confirmations.length > 0) return;
  if (outcome === null || outcome.receipt === null || outcome.settledAmount === null) return;
  const isTill = push.transactionType === 'CustomerBuyGoodsOnline';
  // A till's URLs may be registered under the till or under the store number.
  const isPartyBKnown = simulation.registrations.find(push.partyB) !== undefined;
  const delivery = await confirmPushPayment(simulation, {
    shortcode: isPartyBKnown ? push.partyB : push.businessShortCode,
    isTill,
    amount: outcome.settledAmount,
    phone: push.phone,
    reference: isTill ? '' : push.accountReference,
    transactionId: outcome.receipt,
    atMs: prompt.answeredAtMs ?? prompt.createdAtMs,
  });
  if (delivery !== null) prompt.confirmations.push(delivery);
};

/**
 * Sends the callbacks and the confirmation that the scenario and the settings ask for. Resolves after the last attempt.
 */
export const sendCallbacks = async (simulation: Simulation, prompt: Prompt, outcome: Outcome): Promise<void> => {
  if (simulation.settings.confirmation === 'before') await confirmOnce(simulation, prompt);
  if (await sendPromptCallbacks(simulation, prompt, outcome)) await confirmOnce(simulation, prompt);
};
