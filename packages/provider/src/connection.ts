import type { Clock, Log, ProviderAccount } from '@tillgate/domain';
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
  c2bVersion: C2bVersion;
};

/** The version of the C2B API that the application is enabled for. The other version replies with 401.003.01. */
export type C2bVersion = 'v1' | 'v2';
