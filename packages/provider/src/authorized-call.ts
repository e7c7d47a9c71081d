import type { ProviderAccount } from '@tillgate/domain';
import { isTokenError } from './api-error.ts';
import type { Deadline } from './deadline.ts';
import type { HttpAnswer } from './http.ts';
import type { TokenAnswer, Tokens } from './token.ts';

/** Less than this part of the call's time left: repeating could turn a certain refusal into an unknown outcome. */
const repeatTimeShareMin = 0.25;

/** The exchange, or why there was no token for it. */
export type AuthorizedAnswer = HttpAnswer | Exclude<TokenAnswer, { kind: 'token' }>;

/**
 * Makes a call with an access token. Exactly one case is repeated, once and with a new token: the provider refused the
 * token itself, so that certainly nothing was done. All of it ends at the deadline; a token may use half of the time.
 */
export async function callWithToken(
  tokens: Tokens,
  account: ProviderAccount,
  deadline: Deadline,
  call: (token: string) => Promise<HttpAnswer>,
): Promise<AuthorizedAnswer> {
  const budgetMs = deadline.remainingMs();
  const first = await tokens.obtain(account, firstHalf(deadline));
  if (first.kind === 'failed') return first;
  const answer = await tried(tokens, account, first.token, call);
  if (!isTokenError(answer) || deadline.remainingMs() < budgetMs * repeatTimeShareMin) return answer;

  const second = await tokens.replace(account, firstHalf(deadline), first.token);
  if (second.kind === 'no_better') return answer;
  if (second.kind === 'failed') return second;
  return tried(tokens, account, second.token, call);
}

function firstHalf(deadline: Deadline): Deadline {
  return deadline.within(deadline.remainingMs() / 2);
}

async function tried(
  tokens: Tokens,
  account: ProviderAccount,
  token: string,
  call: (token: string) => Promise<HttpAnswer>,
): Promise<HttpAnswer> {
  const answer = await call(token);
  if (answer.kind === 'answered' && !isTokenError(answer)) tokens.proved(account, token);
  return answer;
}
