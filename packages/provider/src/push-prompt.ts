import type { PromptIds, PromptRequest, ProviderAccount, ProviderAnswer } from '@tillgate/domain';
import { safeText } from './api-error.ts';
import { callWithToken } from './authorized-call.ts';
import { classifyPush } from './classify-push.ts';
import type { Connection } from './connection.ts';
import { deadlineIn } from './deadline.ts';
import type { JsonObject } from './json.ts';
import { promptPassword } from './prompt-password.ts';

const TRANSACTION_DESC_LENGTH_MAX = 13;
const TRANSACTION_DESC_DEFAULT = 'Payment';

/**
 * Sends an STK push, at most once (a second time only after the provider refused the access token of the first).
 * One deadline covers token, push and repeat. Never throws.
 */
export async function pushPrompt(
  connection: Connection,
  account: ProviderAccount,
  request: PromptRequest,
): Promise<ProviderAnswer<PromptIds>> {
  const { http, tokens, clock, log, timeoutMs, baseUrlOf } = connection;
  const partyB = account.product === 'till' ? account.tillNumber : account.shortcode;
  // Never guess where money goes: the store number is not the till.
  if (partyB === null) return notPushed('till_number_missing', 'The till has no till number.');
  const deadline = deadlineIn(timeoutMs);
  const secrets = [account.consumerKey, account.consumerSecret, account.passkey];
  const answer = await callWithToken(tokens, account, deadline, (token) => {
    const body = pushBody(account, partyB, request, clock.now());
    secrets.push(token, String(body.Password));
    return http.send(
      {
        method: 'POST',
        url: `${baseUrlOf(account)}/mpesa/stkpush/v1/processrequest`,
        headers: { authorization: `Bearer ${token}` },
        body,
      },
      deadline,
    );
  });
  const outcome = withoutSecrets(
    answer.kind === 'failed' ? notPushed(answer.code, answer.description) : classifyPush(answer),
    secrets,
  );
  log[outcome.kind === 'unknown' ? 'warn' : 'debug'](
    {
      environment: account.environment,
      shortcode: account.shortcode,
      outcome: outcome.kind,
      code: outcome.kind === 'rejected' ? outcome.code : undefined,
      statusCode: answer.kind === 'answered' ? answer.statusCode : undefined,
      durationMs: timeoutMs - deadline.remainingMs(),
    },
    'prompt pushed to the provider',
  );
  return outcome;
}

/** The wire form. On a till the store number signs and the till number receives; on a paybill both are one number. */
function pushBody(account: ProviderAccount, partyB: string, request: PromptRequest, now: Date): JsonObject {
  return {
    ...promptPassword(account, now),
    TransactionType: account.product === 'till' ? 'CustomerBuyGoodsOnline' : 'CustomerPayBillOnline',
    Amount: request.amount,
    PartyA: request.phone,
    PartyB: partyB,
    PhoneNumber: request.phone,
    CallBackURL: request.callbackUrl,
    AccountReference: request.accountRef,
    TransactionDesc: transactionDesc(request.description),
  };
}

/**
 * As much of a description as the provider takes: accents are dropped, what is not a plain letter, digit, blank or
 * `. , _ / -` becomes a blank, at most 13 characters are kept; `Payment` when nothing is left.
 */
export function transactionDesc(description: string): string {
  const text = description
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^A-Za-z0-9.,_/-]+/g, ' ')
    .trim()
    .slice(0, TRANSACTION_DESC_LENGTH_MAX)
    .trimEnd();
  return /[A-Za-z0-9]/.test(text) ? text : TRANSACTION_DESC_DEFAULT;
}

function notPushed(code: string, description: string): ProviderAnswer<PromptIds> {
  return { kind: 'rejected', by: 'unreachable', code, description };
}

function withoutSecrets(outcome: ProviderAnswer<PromptIds>, secrets: readonly string[]): ProviderAnswer<PromptIds> {
  switch (outcome.kind) {
    case 'accepted':
      return outcome;
    case 'rejected':
      return { ...outcome, description: safeText(outcome.description, secrets) };
    case 'unknown':
      return { ...outcome, cause: safeText(outcome.cause, secrets) };
  }
}
