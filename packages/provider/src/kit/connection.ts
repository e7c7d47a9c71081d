import type { Clock, Log } from '@tillgate/domain';
import type { Http, HttpAnswer } from './http.ts';
import type { Tokens } from './token.ts';
import type { AccountInLog, AccountWithTokens } from './token-issuer.ts';

/** What every operation needs to call a network on behalf of an account. */
export type Connection<Account extends AccountWithTokens> = {
  http: Http;
  tokens: Tokens<Account>;
  clock: Clock;
  log: Log;
  /** Longest time that a call may take, including its token. */
  timeoutMs: number;
  /** The base URL for the account's environment, without a trailing slash. */
  baseUrlOf: (account: Account) => string;
  /** How log lines name an account. */
  aboutOf: (account: Account) => AccountInLog;
  /** The values of an account that must never be shown. */
  secretsOf: (account: Account) => string[];
  /** Whether the network refused the access token: then nothing was done, and a new one may help. */
  isTokenError: (answer: HttpAnswer) => boolean;
};
