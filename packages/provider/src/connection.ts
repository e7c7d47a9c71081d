import type { Clock, Log, ProviderAccount } from '@tillgate/domain';
import type { Certificates } from './certificates.ts';
import type { Http } from './http.ts';
import type { Tokens } from './token.ts';

/** What a capability needs to call the provider. */
export type Connection = {
  http: Http;
  tokens: Tokens;
  certificates: Certificates;
  clock: Clock;
  log: Log;
  /** Longest that a call may take, token included. */
  timeoutMs: number;
  /** The provider's base URL for the account's environment, without a slash at the end. */
  baseUrlOf: (account: ProviderAccount) => string;
  /** Base URL of the sandbox: the simulator, or the provider's own. */
  sandboxUrl: string;
  c2bVersion: C2bVersion;
};

/** An application is enabled for one of the two versions of the C2B API; the other answers 401.003.01. */
export type C2bVersion = 'v1' | 'v2';
