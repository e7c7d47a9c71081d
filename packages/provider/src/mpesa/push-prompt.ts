import type { PromptIds, PromptRequest, ProviderAccount, ProviderAnswer } from '@tillgate/domain';
import { unreachable } from '../kit/answers.ts';
import { deadlineIn } from '../kit/deadline.ts';
import type { JsonObject } from '../kit/json.ts';
import { postAsAccount } from '../kit/post-as-account.ts';
import { classifyPush } from './classify-push.ts';
import type { MpesaConnection } from './connection.ts';
import { promptPassword } from './prompt-password.ts';
import { plainLetters } from './remarks.ts';

const transactionDescLengthMax = 13;
const transactionDescDefault = 'Payment';

/**
 * Sends an STK push once. Repeats it only after the provider refused the access token. One deadline covers token, push
 * and repeat. Never throws.
 */
export async function pushPrompt(
  connection: MpesaConnection,
  account: ProviderAccount,
  request: PromptRequest,
): Promise<ProviderAnswer<PromptIds>> {
  const partyB = account.product === 'till' ? account.tillNumber : account.shortcode;
  // The store number is not the till number. Never guess where money goes.
  if (partyB === null) return unreachable('till_number_missing', 'The till has no till number.');
  const operation = {
    path: '/mpesa/stkpush/v1/processrequest',
    body: () => pushBody(account, partyB, request, connection.clock.now()),
    secretFields: ['Password'],
    classify: classifyPush,
    sendBefore: request.sendBefore,
    logMessage: 'prompt pushed to the provider',
  };
  return postAsAccount(connection, account, operation, deadlineIn(connection.timeoutMs));
}

/** Makes the request body. On a till, the store number signs and the till number receives. A paybill has one number. */
function pushBody(account: ProviderAccount, partyB: string, request: PromptRequest, now: Date): JsonObject {
  return {
    ...promptPassword(account, now),
    TransactionType: account.product === 'till' ? 'CustomerBuyGoodsOnline' : 'CustomerPayBillOnline',
    Amount: String(request.amount),
    PartyA: request.phone,
    PartyB: partyB,
    PhoneNumber: request.phone,
    CallBackURL: request.callbackUrl,
    AccountReference: request.accountRef.trim(),
    TransactionDesc: transactionDesc(request.description),
  };
}

/** Fits a description to the provider's limits. Returns `Payment` when no letter or digit is left. */
export function transactionDesc(description: string): string {
  const text = plainLetters(description, transactionDescLengthMax);
  return /[A-Za-z0-9]/.test(text) ? text : transactionDescDefault;
}
