import type { PromptState, ProviderAccount } from '@tillgate/domain';
import { deadlineIn } from '../kit/deadline.ts';
import { safeText } from '../kit/safe-text.ts';
import { classifyQuery } from './classify-query.ts';
import type { MpesaConnection } from './connection.ts';
import { sendQuery } from './send-query.ts';

/** Short, because a person may be waiting for a page. The sweep repeats the query later. */
const queryTimeoutMaxMs = 10_000;

/** Requests the state of a prompt (STK query). Takes at most ten seconds, including the token. Never throws. */
export async function queryPrompt(
  connection: MpesaConnection,
  account: ProviderAccount,
  checkoutRequestId: string,
): Promise<PromptState> {
  const deadline = deadlineIn(Math.min(connection.timeoutMs, queryTimeoutMaxMs));
  const { answer, secrets } = await sendQuery(connection, account, checkoutRequestId, deadline);
  if (answer.kind === 'failed') return { kind: 'no_answer', cause: answer.description };
  const state = classifyQuery(answer, checkoutRequestId);
  return state.kind === 'no_answer' ? { ...state, cause: safeText(state.cause, secrets) } : state;
}
