import type { AccountBalanceRequest, ConversationIds, ProviderAnswer } from '@tillgate/domain';
import type { MpesaConnection, SecuredAccount } from './connection.ts';
import { postSecured } from './post-secured.ts';
import { remarksOr } from './remarks.ts';

/** Requests the balances of the shortcode. They arrive in a result callback. Never throws. */
export function askAccountBalance(
  connection: MpesaConnection,
  account: SecuredAccount,
  request: AccountBalanceRequest,
): Promise<ProviderAnswer<ConversationIds>> {
  return postSecured(connection, account, {
    path: '/mpesa/accountbalance/v1/query',
    bodyOf: ({ name, credential }) => ({
      Initiator: name,
      SecurityCredential: credential,
      CommandID: 'AccountBalance',
      PartyA: account.shortcode,
      IdentifierType: request.identifierType,
      Remarks: remarksOr(request.remarks, 'Account balance'),
      QueueTimeOutURL: request.timeoutUrl,
      ResultURL: request.resultUrl,
    }),
    logMessage: 'account balance requested from the provider',
  });
}
