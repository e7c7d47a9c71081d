import type { Trial } from '@tillgate/domain';
import { deadlineIn } from '../kit/deadline.ts';
import type { AirtelAccount } from './account.ts';
import type { AirtelConnection } from './connection.ts';

/** Short, because a person waits for the result. */
const trialTimeoutMaxMs = 15_000;

/** Checks whether the network issues a token for the client id and secret. Never throws. */
export async function tryToken({ tokens, timeoutMs }: AirtelConnection, account: AirtelAccount): Promise<Trial> {
  // A cached token would only prove that the credentials worked when it was fetched.
  const answer = await tokens.renew(account, deadlineIn(Math.min(timeoutMs, trialTimeoutMaxMs)));
  if (answer.kind === 'failed') return { ok: false, detail: answer.description };
  return { ok: true, detail: 'The provider gave an access token for the client id and secret.' };
}
