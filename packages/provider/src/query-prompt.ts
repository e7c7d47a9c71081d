import type { PromptState, ProviderAccount } from '@tillgate/domain';
import { safeText } from './api-error.ts';
import { callWithToken } from './authorized-call.ts';
import { classifyQuery } from './classify-query.ts';
import type { Connection } from './connection.ts';
import { deadlineIn } from './deadline.ts';
import { secretsOf } from './post-as-account.ts';
import { promptPassword } from './prompt-password.ts';

/** Somebody may be waiting for a page; the sweep asks again anyway. */
const queryTimeoutMaxMs = 10_000;

/** Asks for the state of a prompt (STK query), token included within at most ten seconds. Never throws. */
export async function queryPrompt(
  connection: Connection,
  account: ProviderAccount,
  checkoutRequestId: string,
): Promise<PromptState> {
  const { http, tokens, clock, timeoutMs, baseUrlOf } = connection;
  const deadline = deadlineIn(Math.min(timeoutMs, queryTimeoutMaxMs));
  const secrets = secretsOf(account);
  const answer = await callWithToken(tokens, account, deadline, (token) => {
    const password = promptPassword(account, clock.now());
    secrets.push(token, password.Password);
    return http.send(
      {
        method: 'POST',
        url: `${baseUrlOf(account)}/mpesa/stkpushquery/v1/query`,
        headers: { authorization: `Bearer ${token}` },
        body: { ...password, CheckoutRequestID: checkoutRequestId },
      },
      deadline,
    );
  });
  if (answer.kind === 'failed') return { kind: 'no_answer', cause: answer.description };
  const state = classifyQuery(answer, checkoutRequestId);
  return state.kind === 'no_answer' ? { ...state, cause: safeText(state.cause, secrets) } : state;
}
