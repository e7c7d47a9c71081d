import type { AsyncResult, Outcome, ReportedTransaction } from '@tillgate/domain';
import { amountText } from '../kit/amount-text.ts';
import { isoTime } from './provider-time.ts';
import { realReceipt } from './receipt.ts';
import { parameterOf, parameterText } from './result-parameters.ts';

/** The final states of a transaction. All others leave it open. */
const outcomes = new Map<string, Outcome>([
  ['completed', 'success'],
  ['cancelled', 'failed'],
  ['canceled', 'failed'],
  ['declined', 'failed'],
  ['expired', 'failed'],
  ['failed', 'failed'],
  ['rejected', 'failed'],
]);
const reversedWord = 'reversed';

/** Reads and judges the answer to a question about a transaction. Pure. Result code 0 only means that there is an answer. */
export function readTransaction(result: AsyncResult): ReportedTransaction {
  const answer = {
    transactionStatus: parameterText(result, 'TransactionStatus'),
    amount: amountText(parameterOf(result, 'Amount')),
    receipt: realReceipt(parameterOf(result, 'ReceiptNo')),
    initiatedAt: isoTime(parameterOf(result, 'InitiatedTime')),
    completedAt: isoTime(parameterOf(result, 'FinalisedTime')),
    debitParty: parameterText(result, 'DebitPartyName'),
    creditParty: parameterText(result, 'CreditPartyName'),
    reason: parameterText(result, 'TransactionReason'),
  };
  const { receipt, amount } = answer;
  const word = answer.transactionStatus ?? '';
  const outcome = outcomes.get(word.toLowerCase()) ?? 'open';
  const code = outcome === 'success' ? '0' : word;
  const text = answer.reason ?? `The provider says: ${word}.`;
  return { fact: { outcome, code, text, receipt, amount }, isReversed: word.toLowerCase() === reversedWord, answer };
}
