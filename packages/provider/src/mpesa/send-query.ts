import type { ProviderAccount } from '@tillgate/domain';
import { type AuthorizedAnswer, callWithToken } from '../kit/authorized-call.ts';
import type { Deadline } from '../kit/deadline.ts';
import type { MpesaConnection } from './connection.ts';
import { promptPassword } from './prompt-password.ts';

/** Sends an STK query. Never throws. Returns the answer and the secrets to mask in texts from it. */
export async function sendQuery(
  connection: MpesaConnection,
  account: ProviderAccount,
  checkoutRequestId: string,
  deadline: Deadline,
): Promise<{ answer: AuthorizedAnswer; secrets: string[] }> {
  const { http, clock, baseUrlOf } = connection;
  const secrets = connection.secretsOf(account);
  const answer = await callWithToken(connection, account, deadline, (token) => {
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
