import type { PromptIds, PromptRequest, ProviderAccount, ProviderAnswer } from '@tillgate/domain';
import { unreachable } from './classify-call.ts';
import { classifyPush } from './classify-push.ts';
import type { Connection } from './connection.ts';
import { deadlineIn } from './deadline.ts';
import type { JsonObject } from './json.ts';
import { postAsAccount } from './post-as-account.ts';
import { promptPassword } from './prompt-password.ts';

const transactionDescLengthMax = 13;
const transactionDescDefault = 'Payment';

/**
 * Sends an STK push, at most once (a second time only after the provider refused the access token of the first).
 * One deadline covers token, push and repeat. Never throws.
 */
export async function pushPrompt(
  connection: Connection,
  account: ProviderAccount,
  request: PromptRequest,
): Promise<ProviderAnswer<PromptIds>> {
  const partyB = account.product === 'till' ? account.tillNumber : account.shortcode;
  // Never guess where money goes: the store number is not the till.
  if (partyB === null) return unreachable('till_number_missing', 'The till has no till number.');
  const operation = {
    path: '/mpesa/stkpush/v1/processrequest',
    body: () => pushBody(account, partyB, request, connection.clock.now()),
    secretFields: ['Password'],
    classify: classifyPush,
    logMessage: 'prompt pushed to the provider',
  };
  return postAsAccount(connection, account, operation, deadlineIn(connection.timeoutMs));
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
    .slice(0, transactionDescLengthMax)
    .trimEnd();
  return /[A-Za-z0-9]/.test(text) ? text : transactionDescDefault;
}
