import { randomUUID } from 'node:crypto';
import type { ProviderAccount, Trial } from '@tillgate/domain';
import { deadlineIn } from '../kit/deadline.ts';
import { excerptOf } from '../kit/excerpt.ts';
import type { HttpAnswer } from '../kit/http.ts';
import { codeText, field, joinPresent } from '../kit/json.ts';
import { safeText } from '../kit/safe-text.ts';
import { apiErrorOf, isTokenError } from './api-error.ts';
import type { MpesaConnection } from './connection.ts';
import { sendQuery } from './send-query.ts';

/** Short, because a person waits for the result. */
const trialTimeoutMaxMs = 15_000;

/** Checks whether the provider issues a token for the consumer key and secret. Never throws. */
export async function tryToken(connection: MpesaConnection, account: ProviderAccount): Promise<Trial> {
  const { tokens, timeoutMs } = connection;
  const deadline = deadlineIn(Math.min(timeoutMs, trialTimeoutMaxMs));
  // A cached token would only prove that the key worked when it was fetched.
  const answer = await tokens.renew(account, deadline);
  if (answer.kind === 'failed') return { ok: false, detail: answer.description };
  return { ok: true, detail: 'The provider gave an access token for the consumer key and secret.' };
}

/** Checks whether the provider accepts the passkey, with a query about a prompt that does not exist. Never throws. */
export async function tryPasskey(connection: MpesaConnection, account: ProviderAccount): Promise<Trial> {
  const deadline = deadlineIn(Math.min(connection.timeoutMs, trialTimeoutMaxMs));
  const { answer, secrets } = await sendQuery(connection, account, `ws_CO_${randomUUID()}`, deadline);
  if (answer.kind === 'failed') return { ok: false, detail: answer.description };
  const trial = classifyPasskeyTrial(answer);
  return { ...trial, detail: safeText(trial.detail, secrets) };
}

/** Messages which show that the provider searched for the prompt. It does so only when the password is right. */
const lookupPattern = /\b(process(ed|ing)|exist|not found|invalid checkoutrequestid)\b/i;

/** Classifies the answer to a query about an unknown prompt. Pure. `ok` needs proof that the passkey is right. */
export function classifyPasskeyTrial(answer: HttpAnswer): Trial {
  if (answer.kind !== 'answered') return { ok: false, detail: `The provider did not answer (${answer.cause}).` };
  const { errorCode, faultCode, message } = apiErrorOf(answer.json);
  const code = errorCode ?? faultCode;
  const said = joinPresent([`HTTP ${answer.statusCode}`, code, message || excerptOf(answer)]);
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
