import type { ProviderAccount } from '@tillgate/domain';
import type { AuthorizedAnswer } from '../kit/authorized-call.ts';
import { callAsAccount } from '../kit/call-as-account.ts';
import type { Deadline } from '../kit/deadline.ts';
import type { MpesaConnection } from './connection.ts';
import { promptPassword } from './prompt-password.ts';

/** Sends an STK query. Never throws. Returns the answer and the secrets to mask in texts from it. */
export function sendQuery(
  connection: MpesaConnection,
  account: ProviderAccount,
  checkoutRequestId: string,
  deadline: Deadline,
): Promise<{ answer: AuthorizedAnswer; secrets: string[] }> {
  const query = {
    path: '/mpesa/stkpushquery/v1/query',
    body: () => ({ ...promptPassword(account, connection.clock.now()), CheckoutRequestID: checkoutRequestId }),
    secretFields: ['Password'],
  };
  return callAsAccount(connection, account, query, deadline);
}
