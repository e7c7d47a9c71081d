import type { ProviderAnswer, RailFact, ReversalRequest, Sent } from '@tillgate/domain';
import { rejected } from '../kit/answers.ts';
import type { HttpAnswer } from '../kit/http.ts';
import type { AirtelAccount } from './account.ts';
import { classifyCall } from './classify-call.ts';
import type { AirtelConnection } from './connection.ts';
import { postSigned } from './post-signed.ts';
import { safeFact } from './safe-fact.ts';

/** `transactionId`: the receipt of the payment. */
export type AirtelRefund = Pick<ReversalRequest, 'transactionId' | 'sendBefore'>;

/**
 * Sends the whole amount of a payment back to its payer, at most once; the outcome comes in the same call. The network takes
 * no id for it, so nobody can ask about it afterwards: what is `unknown` or open needs a person. Never throws.
 */
export function refund(
  connection: AirtelConnection,
  account: AirtelAccount,
  { transactionId: receipt, sendBefore }: AirtelRefund,
): Promise<ProviderAnswer<Sent>> {
  return postSigned(connection, account, {
    path: `/standard/${account.signs ? 'v2' : 'v1'}/payments/refund`,
    body: { transaction: { airtel_money_id: receipt } },
    isSigned: account.signs,
    classify: (answer, secrets) => classifyRefund(answer, receipt, secrets),
    sendBefore,
    logMessage: 'refund sent to the provider',
  });
}

/**
 * Classifies the answer to a refund. Pure. The receipt in it counts as that of the refund unless it is that of the payment:
 * the documents do not say which it is.
 */
export function classifyRefund(
  answer: HttpAnswer,
  receipt: string,
  secrets: readonly string[] = [],
): ProviderAnswer<Sent> {
  return classifyCall<Sent>(answer, {
    product: 'refund',
    id: null,
    decide: (judged, said) => {
      const accepted = (fact: RailFact): ProviderAnswer<Sent> => ({
        kind: 'accepted',
        originatorConversationId: null,
        conversationId: null,
        fact: safeFact({ ...fact, receipt: fact.receipt === receipt ? null : fact.receipt }, secrets),
      });
      if (judged.kind === 'taken') {
        return accepted({ outcome: 'open', code: said.codes[0] ?? '', text: said.text, receipt: null, amount: null });
      }
      if (judged.kind !== 'told') return undefined;
      if (judged.fact.outcome === 'failed' && said.success === false) {
        return rejected(judged.fact.code, judged.fact.text);
      }
      return judged.fact.outcome !== 'failed' && said.success === true ? accepted(judged.fact) : undefined;
    },
  });
}
