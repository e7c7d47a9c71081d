import { request } from 'undici';
import { renderCallback } from './callback-body.ts';
import { CALLBACK_ANSWER_BYTES_MAX, CALLBACK_TIMEOUT_MS } from './limits.ts';
import type { CallbackAttempt, Outcome, Prompt } from './prompts.ts';
import { RESULTS } from './results.ts';
import { settleAs } from './settle-as.ts';
import type { Simulation } from './simulation.ts';

/** One POST of one callback, never repeated, as upstream. Records the attempt; does not throw. */
const post = async (simulation: Simulation, prompt: Prompt, outcome: Outcome): Promise<void> => {
  const attempt: CallbackAttempt = {
    at: new Date(simulation.now()).toISOString(),
    resultCode: outcome.code,
    status: 'failed',
    httpStatus: null,
    error: null,
  };
  try {
    const answer = await request(prompt.push.callbackUrl, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json;charset=UTF-8',
        Businessshortcode: prompt.push.businessShortCode,
      },
      body: renderCallback(prompt, outcome),
      dispatcher: simulation.agent,
      signal: AbortSignal.timeout(CALLBACK_TIMEOUT_MS),
    });
    attempt.httpStatus = answer.statusCode;
    attempt.status = answer.statusCode >= 200 && answer.statusCode < 300 ? 'delivered' : 'refused';
    await answer.body.dump({ limit: CALLBACK_ANSWER_BYTES_MAX });
  } catch (error) {
    attempt.error = error instanceof Error ? ('code' in error && String(error.code)) || error.name : 'unknown';
  }
  prompt.callbacks.push(attempt);
  prompt.callbackTried = true;
};

const recordLost = (simulation: Simulation, prompt: Prompt, outcome: Outcome): void => {
  prompt.callbacks.push({
    at: new Date(simulation.now()).toISOString(),
    resultCode: outcome.code,
    status: 'lost',
    httpStatus: null,
    error: null,
  });
  prompt.callbackTried = true;
};

/** The second, contradicting callback. Money that moved stays moved: a later 0 becomes the truth, a later failure not. */
const postSecond = async (simulation: Simulation, prompt: Prompt, first: Outcome): Promise<void> => {
  const { result, secondResult } = prompt.scenario;
  if (result === null || secondResult === null || first.code !== RESULTS[result].code) return;
  const second = settleAs(simulation, prompt, RESULTS[secondResult]);
  if (second.code === RESULTS.paid.code) prompt.outcome = second;
  await post(simulation, prompt, second);
};

/** Sends what the prompt's scenario says about its outcome. Resolves when every attempt is over. */
export const sendCallbacks = async (simulation: Simulation, prompt: Prompt, outcome: Outcome): Promise<void> => {
  const { callback } = prompt.scenario;
  if (callback === 'lost') return recordLost(simulation, prompt, outcome);
  const delayMs = callback === 'late' ? simulation.profile.lateCallbackMs : simulation.settings.callbackDelayMs;
  if (delayMs > 0 && !(await simulation.timers.wait(delayMs))) return;
  if (simulation.settings.loseCallbacks) return recordLost(simulation, prompt, outcome);
  if (callback === 'twice') {
    await Promise.all([post(simulation, prompt, outcome), post(simulation, prompt, outcome)]);
    return;
  }
  await post(simulation, prompt, outcome);
  if (callback === 'contradict') await postSecond(simulation, prompt, outcome);
};
