import type { ConversationIds, ProviderAnswer, ReversalRequest } from '@tillgate/domain';
import type { MpesaConnection, SecuredAccount } from './connection.ts';
import { postSecured } from './post-secured.ts';
import { occasionText, remarksOr } from './remarks.ts';

/** The provider's identifier type of the organization that received the money. */
const receiverIdentifierType = '11';

/** Sends a received payment back to its payer, at most once. Never throws. */
export function reverse(
  connection: MpesaConnection,
  account: SecuredAccount,
  request: ReversalRequest,
): Promise<ProviderAnswer<ConversationIds>> {
  return postSecured(connection, account, {
    path: '/mpesa/reversal/v1/request',
    bodyOf: ({ name, credential }) => ({
      Initiator: name,
      SecurityCredential: credential,
      CommandID: 'TransactionReversal',
      TransactionID: request.transactionId,
      Amount: String(request.amount),
      ReceiverParty: account.shortcode,
      // Misspelt by the provider, which refuses the right spelling.
      RecieverIdentifierType: receiverIdentifierType,
      ResultURL: request.resultUrl,
      QueueTimeOutURL: request.timeoutUrl,
      Remarks: remarksOr(request.remarks, 'Reversal'),
      Occasion: occasionText(request.occasion),
    }),
    sendBefore: request.sendBefore,
    logMessage: 'reversal sent to the provider',
  });
}
