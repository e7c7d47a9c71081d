import type { C2bVersion, Clock, Log, ProviderAccount } from '@tillgate/domain';
import type { Certificates } from './certificates.ts';
import type { Http } from './http.ts';
import type { Tokens } from './token.ts';

/** What every operation needs to call the provider. */
export type Connection = {
  http: Http;
  tokens: Tokens;
  certificates: Certificates;
  clock: Clock;
  log: Log;
  /** Longest time that a call may take, including its token. */
  timeoutMs: number;
  /** The base URL for the account's environment, without a trailing slash. */
  baseUrlOf: (account: ProviderAccount) => string;
  /** Base URL of the sandbox: the simulator or the provider's own sandbox. */
  sandboxUrl: string;
  /** The version of the C2B API that is tried first for an account that has registered with none. */
  c2bVersion: C2bVersion;
};
