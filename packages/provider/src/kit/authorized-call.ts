import type { Connection } from './connection.ts';
import type { Deadline } from './deadline.ts';
import type { HttpAnswer } from './http.ts';
import type { TokenAnswer } from './token.ts';
import type { AccountWithTokens } from './token-issuer.ts';

/**
 * A call is repeated only with this share of its time left. Otherwise a certain refusal could become an unknown
 * outcome.
 */
const repeatTimeShareMin = 0.25;

/** The provider's answer, or the reason why there was no token for the call. */
export type AuthorizedAnswer = HttpAnswer | Exclude<TokenAnswer, { kind: 'token' }>;

/**
 * Makes a call with an access token. Repeats it once, with a new token, when the provider refused the token itself:
 * then nothing was done. Everything ends at the deadline. Getting a token may take half of the time left.
 */
export async function callWithToken<Account extends AccountWithTokens>(
  { tokens, isTokenError }: Pick<Connection<Account>, 'tokens' | 'isTokenError'>,
  account: Account,
  deadline: Deadline,
  call: (token: string) => Promise<HttpAnswer>,
): Promise<AuthorizedAnswer> {
  const budgetMs = deadline.remainingMs();
  const first = await tokens.obtain(account, firstHalf(deadline));
  if (first.kind === 'failed') return first;
  const callOnce = async (token: string) => {
    const answer = await call(token);
    if (answer.kind === 'answered' && !isTokenError(answer)) tokens.confirm(account, token);
    return answer;
  };
  const answer = await callOnce(first.token);
  if (!isTokenError(answer) || deadline.remainingMs() < budgetMs * repeatTimeShareMin) return answer;

  const second = await tokens.replace(account, firstHalf(deadline), first.token);
  if (second.kind === 'no_better') return answer;
  if (second.kind === 'failed') return second;
  return callOnce(second.token);
}

function firstHalf(deadline: Deadline): Deadline {
  return deadline.within(deadline.remainingMs() / 2);
}
