import type { PayoutRequest, ProviderAnswer, RailFact, Sent } from '@tillgate/domain';
import { rejected, unreachable } from '../kit/answers.ts';
import type { HttpAnswer } from '../kit/http.ts';
import type { JsonObject } from '../kit/json.ts';
import type { PayingAccount } from './account.ts';
import { classifyCall } from './classify-call.ts';
import { meaningOf } from './codes.ts';
import type { AirtelConnection } from './connection.ts';
import { encryptPin } from './encrypt-pin.ts';
import { currency } from './headers.ts';
import { postSigned } from './post-signed.ts';
import { safeFact } from './safe-fact.ts';
import type { Said } from './said.ts';
import { checkedForms, referenceText } from './wire-forms.ts';

/** `originatorConversationId`: ours, stored before the call; 5 to 80 letters and digits. */
export type AirtelPayout = Pick<
  PayoutRequest,
  'originatorConversationId' | 'amount' | 'phone' | 'remarks' | 'sendBefore'
>;

/**
 * Sends money to a phone, at most once; the outcome comes in the same call. Never throws. Repeats it, with the same id, only
 * after the network refused the access token. `rejected` is certain that nothing was paid.
 */
export async function payOut(
  connection: AirtelConnection,
  account: PayingAccount,
  { originatorConversationId: id, amount, phone, remarks, sendBefore }: AirtelPayout,
): Promise<ProviderAnswer<Sent>> {
  const { version, ...secret } = account.payout;
  const forms = checkedForms(id, phone);
  if ('refusal' in forms) return forms.refusal;
  const pin = encryptPin(secret);
  if (!pin.ok) return unreachable('credential_failed', pin.reason);
  const { msisdn } = forms;
  const payout: JsonObject = {
    payee: version === 'v1' ? { msisdn } : { currency, msisdn },
    reference: referenceText(remarks),
    pin: pin.value,
    transaction: version === 'v1' ? { amount, id } : { amount, id, type: 'B2C' },
  };
  return postSigned(connection, account, {
    path: `/standard/${version}/disbursements/`,
    body: payout,
    secretFields: ['pin'],
    isSigned: account.signs && version !== 'v1',
    classify: (answer, secrets) => classifyPayout(answer, id, secrets),
    sendBefore,
    logMessage: 'payout sent to the provider',
  });
}

/** Classifies the answer to a payout. Pure. A refusal needs proof: a merchant who reads "rejected" pays again. */
export function classifyPayout(answer: HttpAnswer, id: string, secrets: readonly string[] = []): ProviderAnswer<Sent> {
  return classifyCall<Sent>(answer, {
    product: 'payout',
    id,
    decide: (judged, said) => {
      const sent = (fact: RailFact): ProviderAnswer<Sent> => ({
        kind: 'accepted',
        originatorConversationId: id,
        conversationId: id,
        fact: safeFact(fact, secrets),
      });
      if (judged.kind === 'taken') {
        return sent({ outcome: 'open', code: said.codes[0] ?? '', text: said.text, receipt: null, amount: null });
      }
      if (judged.kind !== 'told') return undefined;
      const { fact } = judged;
      if (fact.outcome === 'failed') return isContradicted(said) ? undefined : rejected(fact.code, fact.text);
      return said.success === true ? sent(fact) : undefined;
    },
  });
}

/** Letters of a failure beside a code that says anything but a failure. */
function isContradicted({ codes, text }: Said): boolean {
  const harmless = new Set(['failed', 'refused', undefined]);
  return codes.some((code) => !harmless.has(meaningOf(code, text)));
}
