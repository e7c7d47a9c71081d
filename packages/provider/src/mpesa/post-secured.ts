import type { ConversationIds, ProviderAnswer } from '@tillgate/domain';
import { unreachable } from '../kit/answers.ts';
import { deadlineIn } from '../kit/deadline.ts';
import type { JsonObject } from '../kit/json.ts';
import { postAsAccount } from '../kit/post-as-account.ts';
import { classifySecured } from './classify-secured.ts';
import type { MpesaConnection, SecuredAccount } from './connection.ts';
import { securityCredential } from './security-credential.ts';

type InitiatorFields = { name: string; credential: string };

type SecuredOperation = {
  path: string;
  /** Makes the request body. The name of the initiator field differs by product. */
  bodyOf: (initiator: InitiatorFields) => JsonObject;
  /** Our OriginatorConversationID, for products that take one. */
  sentId?: string;
  /** After this moment nothing is sent. Undefined for questions, which move nothing. */
  sendBefore?: Date;
  logMessage: string;
};

/**
 * Makes a call that needs the initiator. One deadline covers certificate, credential, token and call. Never throws.
 */
export async function postSecured(
  connection: MpesaConnection,
  account: SecuredAccount,
  operation: SecuredOperation,
): Promise<ProviderAnswer<ConversationIds>> {
  const { initiator, environment } = account;
  const deadline = deadlineIn(connection.timeoutMs);
  const pem = await connection.certificates.obtain(environment, deadline.within(connection.timeoutMs / 2));
  const credential = credentialOf(pem, initiator.password);
  if (typeof credential !== 'string') return unreachable('credential_failed', credential.reason);
  const body = operation.bodyOf({ name: initiator.name, credential });
  return postAsAccount(
    connection,
    account,
    {
      path: operation.path,
      body: () => body,
      secretFields: ['SecurityCredential'],
      classify: (answer) => classifySecured(answer, operation.sentId),
      sendBefore: operation.sendBefore,
      logMessage: operation.logMessage,
    },
    deadline,
  );
}

function credentialOf(pem: string, password: string): string | { reason: string } {
  try {
    return securityCredential(pem, password);
  } catch (error) {
    return { reason: error instanceof Error ? error.message : 'The initiator password cannot be encrypted.' };
  }
}
