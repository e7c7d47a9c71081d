import type { PromptIds, PromptRequest, ProviderAnswer } from '@tillgate/domain';
import type { HttpAnswer } from '../kit/http.ts';
import type { AirtelAccount } from './account.ts';
import { classifyCall } from './classify-call.ts';
import type { AirtelConnection } from './connection.ts';
import { country, currency } from './headers.ts';
import { postSigned } from './post-signed.ts';
import { checkedForms, referenceText } from './wire-forms.ts';

/** The network refuses a second prompt under one id, which has 5 to 80 letters and digits. */
type AirtelPrompt = Pick<PromptRequest, 'promptId' | 'amount' | 'phone' | 'accountRef' | 'sendBefore'>;

/**
 * Sends a prompt to a handset once. Repeats it, with the same id, only after the network refused the access token. Never
 * throws.
 */
export async function pushPrompt(
  connection: AirtelConnection,
  account: AirtelAccount,
  { promptId: given, amount, phone, accountRef, sendBefore }: AirtelPrompt,
): Promise<ProviderAnswer<PromptIds>> {
  const promptId = given ?? '';
  const forms = checkedForms(promptId, phone);
  if ('refusal' in forms) return forms.refusal;
  return postSigned(connection, account, {
    path: account.signs ? '/merchant/v2/payments/' : '/merchant/v1/payments/',
    body: {
      reference: referenceText(accountRef),
      subscriber: { country, currency, msisdn: forms.msisdn },
      transaction: { amount, country, currency, id: promptId },
    },
    isSigned: account.signs,
    classify: (answer) => classifyPush(answer, promptId),
    sendBefore,
    logMessage: 'prompt pushed to the provider',
  });
}

/** Classifies the answer to a prompt. Pure. An answer never tells that it was paid: only a question does. */
export function classifyPush(answer: HttpAnswer, promptId: string): ProviderAnswer<PromptIds> {
  return classifyCall<PromptIds>(answer, {
    product: 'prompt',
    id: promptId,
    decide: (judged) =>
      judged.kind === 'taken' ? { kind: 'accepted', checkoutRequestId: promptId, merchantRequestId: null } : undefined,
  });
}
