import type { ConversationIds, ProviderAnswer, TransactionStatusRequest } from '@tillgate/domain';
import type { JsonObject } from '../kit/json.ts';
import type { MpesaConnection, SecuredAccount } from './connection.ts';
import { postSecured } from './post-secured.ts';
import { occasionText, remarksOr } from './remarks.ts';

/** Requests the status of one transaction. It arrives in a result callback. Never throws. */
export function askTransactionStatus(
  connection: MpesaConnection,
  account: SecuredAccount,
  request: TransactionStatusRequest,
): Promise<ProviderAnswer<ConversationIds>> {
  return postSecured(connection, account, {
    path: '/mpesa/transactionstatus/v1/query',
    bodyOf: ({ name, credential }) => ({
      Initiator: name,
      SecurityCredential: credential,
      CommandID: 'TransactionStatusQuery',
      ...subjectOf(request),
      PartyA: account.shortcode,
      IdentifierType: request.identifierType,
      ResultURL: request.resultUrl,
      QueueTimeOutURL: request.timeoutUrl,
      Remarks: remarksOr(request.remarks, 'Transaction status'),
      Occasion: occasionText(request.occasion),
    }),
    logMessage: 'transaction status requested from the provider',
  });
}

function subjectOf({ by }: TransactionStatusRequest): JsonObject {
  return 'transactionId' in by
    ? { TransactionID: by.transactionId }
    : { OriginalConversationID: by.originalConversationId };
}
