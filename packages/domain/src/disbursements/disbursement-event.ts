import { type Decoded, wireCode } from '../catalogue/index.ts';
import { renderEvent } from '../outbox/index.ts';
import { explainCode } from '../rails/index.ts';
import type { DisbursementRow, LiveReversal } from './read-statements.ts';

/** The final state that an event reports. */
type SettledDisbursement = Pick<
  DisbursementRow,
  | 'id'
  | 'applicationId'
  | 'environment'
  | 'kind'
  | 'amount'
  | 'phone'
  | 'transactionId'
  | 'commandId'
  | 'conversationId'
  | 'providerReceipt'
> & { status: 'success' | 'failed'; resultCode: string; resultDesc: string };

/**
 * The webhook of a settled disbursement: its type and the frozen body. `settledAt` becomes
 * `created`.
 * @param reversedBy another reversal of the same receipt, which explains why this one was refused
 */
export function disbursementEvent(
  disbursement: SettledDisbursement,
  settledAt: Date,
  reversedBy?: LiveReversal,
): { type: string; body: string } {
  const isPayout = disbursement.kind === 'payout';
  const type = isPayout ? 'payout.result' : 'refund.result';
  const body = renderEvent(type, settledAt, {
    disbursementId: disbursement.id,
    conversationId: disbursement.conversationId,
    applicationId: disbursement.applicationId,
    env: disbursement.environment,
    kind: disbursement.kind,
    status: disbursement.status,
    amount: disbursement.amount,
    ...(isPayout ? { phone: disbursement.phone } : { transactionId: disbursement.transactionId }),
    commandId: disbursement.commandId,
    providerReceipt: disbursement.providerReceipt,
    resultCode: wireCode(disbursement.resultCode),
    resultDesc: disbursement.resultDesc,
    decoded: disbursement.status === 'success' ? null : decodeFailure(disbursement, reversedBy),
  });
  return { type, body };
}

function decodeFailure(
  { kind, resultCode, resultDesc }: SettledDisbursement,
  reversedBy: LiveReversal | undefined,
): Decoded {
  const decoded = explainCode({ code: resultCode, message: resultDesc }, { of: kind, as: 'result' });
  if (!reversedBy) return decoded;
  const { id, status } = reversedBy;
  const fix =
    status === 'success'
      ? `Nothing to do: the disbursement ${id} reversed it. Do not reverse it again.`
      : `Do not reverse it again: the disbursement ${id} for the same receipt is under way, and its result tells.`;
  return { ...decoded, fix };
}
