import type { Clock, Log, ProviderAccount } from '@tillgate/domain';
import type { Http } from './http.ts';
import type { Tokens } from './token.ts';

/** What a capability needs to call the provider. */
export type Connection = {
  http: Http;
  tokens: Tokens;
  clock: Clock;
  log: Log;
  /** Longest that a call may take, token included. */
  timeoutMs: number;
  /** The provider's base URL for the account's environment, without a slash at the end. */
  baseUrlOf: (account: ProviderAccount) => string;
};
