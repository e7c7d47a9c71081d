import { randomUUID } from 'node:crypto';
import type { ProviderAccount, Trial } from '@tillgate/domain';
import { apiErrorOf, isTokenError, safeText } from './api-error.ts';
import type { Connection } from './connection.ts';
import { deadlineIn } from './deadline.ts';
import type { HttpAnswer } from './http.ts';
import { codeText, field, joinPresent } from './json.ts';
import { sendQuery } from './send-query.ts';

/** Somebody waits for it. */
const trialTimeoutMaxMs = 15_000;

/** Whether the provider gives a token for the consumer key and secret now. Never throws. */
export async function tryToken(connection: Connection, account: ProviderAccount): Promise<Trial> {
  const { tokens, timeoutMs } = connection;
  const deadline = deadlineIn(Math.min(timeoutMs, trialTimeoutMaxMs));
  // One that was kept would prove only that the key was good when it was fetched.
  const answer = await tokens.renew(account, deadline);
  if (answer.kind === 'failed') return { ok: false, detail: answer.description };
  return { ok: true, detail: 'The provider gave an access token for the consumer key and secret.' };
}

/** Whether the provider takes the passkey of the shortcode, tried on a prompt that does not exist. Never throws. */
export async function tryPasskey(connection: Connection, account: ProviderAccount): Promise<Trial> {
  const deadline = deadlineIn(Math.min(connection.timeoutMs, trialTimeoutMaxMs));
  const { answer, secrets } = await sendQuery(connection, account, `ws_CO_${randomUUID()}`, deadline);
  if (answer.kind === 'failed') return { ok: false, detail: answer.description };
  const trial = classifyPasskeyTrial(answer);
  return { ...trial, detail: safeText(trial.detail, secrets) };
}

/** The provider looks for the prompt only when the password is right: these say that it looked. */
const lookupPattern = /\b(process(ed|ing)|exist|not found|invalid checkoutrequestid)\b/i;

/** Pure. What the answer to a question about no prompt tells of the passkey: good needs proof. */
export function classifyPasskeyTrial(answer: HttpAnswer): Trial {
  if (answer.kind !== 'answered') return { ok: false, detail: `The provider did not answer (${answer.cause}).` };
  const { errorCode, faultCode, message } = apiErrorOf(answer.json);
  const code = errorCode ?? faultCode;
  const said = joinPresent([`HTTP ${answer.statusCode}`, code, message]);
  if (isTokenError(answer)) return { ok: false, detail: `The provider refused the access token (${said}).` };
  if (/wrong credentials|invalid (password|passkey|shortcode)/i.test(message)) {
    return { ok: false, detail: `The provider refused the passkey for this shortcode (${said}).` };
  }
  const isResult = code === undefined && codeText(field(answer.json, 'ResponseCode')) === '0';
  if (isResult || lookupPattern.test(message)) {
    return { ok: true, detail: 'The provider took the passkey of this shortcode.' };
  }
  return { ok: false, detail: `The provider did not say whether the passkey is right (${said}).` };
}
