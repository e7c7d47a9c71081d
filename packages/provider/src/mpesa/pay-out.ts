import type { ConversationIds, PayoutRequest, ProviderAnswer } from '@tillgate/domain';
import type { MpesaConnection, SecuredAccount } from './connection.ts';
import { postSecured } from './post-secured.ts';
import { occasionText, remarksOr } from './remarks.ts';

/**
 * Sends money to a phone (B2C v3), at most once. Never throws. A repeated OriginatorConversationID is also `unknown`,
 * because the first payout under that id may have succeeded.
 */
export function payOut(
  connection: MpesaConnection,
  account: SecuredAccount,
  request: PayoutRequest,
): Promise<ProviderAnswer<ConversationIds>> {
  return postSecured(connection, account, {
    path: '/mpesa/b2c/v3/paymentrequest',
    // Only this product spells these fields `InitiatorName` and `Occassion`.
    bodyOf: ({ name, credential }) => ({
      OriginatorConversationID: request.originatorConversationId,
      InitiatorName: name,
      SecurityCredential: credential,
      CommandID: request.commandId,
      Amount: String(request.amount),
      PartyA: account.shortcode,
      PartyB: request.phone,
      Remarks: remarksOr(request.remarks, 'Payout'),
      QueueTimeOutURL: request.timeoutUrl,
      ResultURL: request.resultUrl,
      Occassion: occasionText(request.occasion),
    }),
    sentId: request.originatorConversationId,
    sendBefore: request.sendBefore,
    logMessage: 'payout sent to the provider',
  });
}
