import type { ProviderAccount } from '@tillgate/domain';
import { type AuthorizedAnswer, callWithToken } from './authorized-call.ts';
import type { Connection } from './connection.ts';
import type { Deadline } from './deadline.ts';
import { secretsOf } from './post-as-account.ts';
import { promptPassword } from './prompt-password.ts';

/** Sends an STK query. Never throws. Returns the answer and the secrets to mask in texts from it. */
export async function sendQuery(
  { http, tokens, clock, baseUrlOf }: Connection,
  account: ProviderAccount,
  checkoutRequestId: string,
  deadline: Deadline,
): Promise<{ answer: AuthorizedAnswer; secrets: string[] }> {
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
  return { answer, secrets };
}
