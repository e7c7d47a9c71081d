import type { PromptState } from '@tillgate/domain';
import type { PayingAccount } from './account.ts';
import { askAbout, noAnswer } from './ask.ts';
import type { AirtelConnection } from './connection.ts';
import { isSendableId } from './wire-forms.ts';

/**
 * Asks for the state of a payout by our id. "No such id" proves nothing about money. Takes at most ten seconds, including
 * the token. Never throws.
 */
export async function askPayout(
  connection: AirtelConnection,
  account: PayingAccount,
  id: string,
): Promise<PromptState> {
  if (!isSendableId(id)) return noAnswer('the id is none of ours');
  const { version } = account.payout;
  const path = `/standard/${version}/disbursements/${id}${version === 'v1' ? '' : '?transactionType=B2C'}`;
  return askAbout(connection, account, { path, product: 'payout', id });
}
