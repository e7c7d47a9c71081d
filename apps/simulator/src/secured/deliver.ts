import { lostDelivery, postCallback } from '../post-callback.ts';
import type { Simulation } from '../simulation.ts';
import type { Conversation, SecuredOutcome } from './conversations.ts';
import { renderResult } from './result-body.ts';
import { securedResults } from './result-codes.ts';
import { settleConversation } from './settle.ts';

const failed = (name: keyof typeof securedResults): SecuredOutcome => ({
  ...securedResults[name],
  receipt: null,
  parameters: null,
});

const postResult = async (
  simulation: Simulation,
  conversation: Conversation,
  outcome: SecuredOutcome,
  resultType: 0 | 1 = 0,
): Promise<void> => {
  const body = renderResult(conversation, outcome, simulation.ids.receipt(), resultType);
  const { delivery } = await postCallback(simulation, conversation.request.resultUrl, body);
  conversation.results.push({ ...delivery, resultCode: outcome.code, resultType });
};

const recordLost = (simulation: Simulation, conversation: Conversation, outcome: SecuredOutcome): void => {
  conversation.results.push({ ...lostDelivery(simulation), resultCode: outcome.code, resultType: 0 });
};

const sendResults = async (simulation: Simulation, conversation: Conversation, outcome: SecuredOutcome) => {
  const { delivery, secondResult } = conversation.scenario;
  if (delivery === 'never') return;
  if (delivery === 'lost') return recordLost(simulation, conversation, outcome);
  const delayMs = delivery === 'late' ? simulation.profile.lateCallbackMs : simulation.settings.callbackDelayMs;
  if (delayMs > 0 && !(await simulation.timers.wait(delayMs))) return;
  if (simulation.settings.loseCallbacks) return recordLost(simulation, conversation, outcome);
  if (delivery === 'more_follows') await postResult(simulation, conversation, outcome, 1);
  const isTwice = delivery === 'twice';
  const first = postResult(simulation, conversation, outcome);
  await (isTwice ? Promise.all([first, postResult(simulation, conversation, outcome)]) : first);
  const isContradicted = secondResult !== null && outcome.code === securedResults.done.code;
  if (isContradicted) await postResult(simulation, conversation, failed(secondResult));
};

/** Sends the queue timeout, if the scenario has one: the request itself or a Result with a code. */
const sendTimeout = async (simulation: Simulation, conversation: Conversation): Promise<void> => {
  const { timeout } = conversation.scenario;
  if (timeout === 'none') return;
  const body =
    timeout === 'payload'
      ? JSON.stringify(conversation.payload)
      : renderResult(conversation, failed('cached_for_resend'), simulation.ids.receipt());
  const { delivery } = await postCallback(simulation, conversation.request.timeoutUrl, body);
  conversation.timeouts.push({ ...delivery, form: timeout });
};

/** Settles a conversation and sends the messages of its scenario. Resolves after the last message. */
export const concludeConversation = async (simulation: Simulation, conversation: Conversation): Promise<void> => {
  const outcome = settleConversation(simulation, conversation);
  await sendTimeout(simulation, conversation);
  if (outcome !== null) await sendResults(simulation, conversation, outcome);
};
