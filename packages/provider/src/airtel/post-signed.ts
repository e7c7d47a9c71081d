import type { ProviderAnswer } from '@tillgate/domain';
import type { AccountCall } from '../kit/call-as-account.ts';
import { deadlineIn } from '../kit/deadline.ts';
import type { HttpAnswer } from '../kit/http.ts';
import type { JsonObject } from '../kit/json.ts';
import { postAsAccount } from '../kit/post-as-account.ts';
import type { AirtelAccount } from './account.ts';
import type { AirtelConnection } from './connection.ts';
import { placeHeaders } from './headers.ts';
import { signatureHeaders, signatureOf } from './sign.ts';

/** Codes of a signature that does not fit: the key may have expired. */
const mismatchCodes: ReadonlySet<string> = new Set(['DP00800001026', 'DP00900001016', 'DP00900001018']);

type MoneyCall<Accepted> = Pick<AccountCall, 'secretFields'> & {
  path: string;
  body: JsonObject;
  /** Whether the body is signed: as the account says, on paths that can be signed. */
  isSigned: boolean;
  classify: (answer: HttpAnswer, secrets: readonly string[]) => ProviderAnswer<Accepted>;
  sendBefore: Date;
  logMessage: string;
};

/** Posts what may move money, signed if it has to be. One deadline covers key, token, call and repeat. Never throws. */
export async function postSigned<Accepted>(
  connection: AirtelConnection,
  account: AirtelAccount,
  { body, isSigned, ...call }: MoneyCall<Accepted>,
): Promise<ProviderAnswer<Accepted>> {
  const deadline = deadlineIn(connection.timeoutMs);
  const operation = { ...call, body: () => body, headers: placeHeaders };
  if (!isSigned) return postAsAccount(connection, account, operation, deadline);
  const answer = await connection.keys.obtain(connection, account, deadline.within(connection.timeoutMs / 2));
  if (answer.kind === 'failed') return answer.outcome;
  const { key } = answer;
  const headers = (text: string) => ({ ...placeHeaders(), ...signatureOf(key, text) });
  const signed = { ...operation, headers, secretHeaders: signatureHeaders };
  const outcome = await postAsAccount(connection, account, signed, deadline);
  if (outcome.kind === 'rejected' && mismatchCodes.has(outcome.code)) connection.keys.forget(account);
  return outcome;
}
