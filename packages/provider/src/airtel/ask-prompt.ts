import type { PromptState } from '@tillgate/domain';
import type { AirtelAccount } from './account.ts';
import { askAbout, noAnswer } from './ask.ts';
import type { AirtelConnection } from './connection.ts';
import { isSendableId } from './wire-forms.ts';

/**
 * Asks for the state of a prompt. Asking too soon is no error: it is in progress then. Takes at most ten seconds, including
 * the token. Never throws.
 */
export async function askPrompt(
  connection: AirtelConnection,
  account: AirtelAccount,
  promptId: string,
): Promise<PromptState> {
  if (!isSendableId(promptId)) return noAnswer('the id is none of ours');
  return askAbout(connection, account, { path: `/standard/v1/payments/${promptId}`, product: 'prompt', id: promptId });
}
