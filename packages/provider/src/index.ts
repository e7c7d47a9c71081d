import type { Clock, Log, Provider, ProviderAccount, TokenStore } from '@tillgate/domain';
import { createHttp } from './http.ts';
import { parsePromptCallback } from './parse-prompt-callback.ts';
import { pushPrompt } from './push-prompt.ts';
import { queryPrompt } from './query-prompt.ts';
import { Tokens } from './token.ts';

export { parsePromptCallback } from './parse-prompt-callback.ts';
export { securityCredential } from './security-credential.ts';

export type ProviderOptions = {
  /** Base URL of the provider for sandbox applications, e.g. `https://sandbox.safaricom.co.ke`; a path is kept. */
  sandboxUrl: string;
  productionUrl: string;
  /** Longest that one call may take, token included. Must stay well below the lease of an idempotency claim. */
  timeoutMs: number;
  clock: Clock;
  log: Log;
  /** Shared by all processes. */
  tokens: TokenStore;
};

/**
 * The provider's HTTP API. Holds connections until closed; `close` waits for the calls under way.
 *
 * @throws Error when an URL is not an http or https URL, or the timeout is not positive
 */
export function createProvider(options: ProviderOptions): Provider & { close(): Promise<void> } {
  const { timeoutMs, clock, log, tokens: store } = options;
  if (!Number.isFinite(timeoutMs) || timeoutMs <= 0) throw new Error('The provider timeout must be positive.');
  const baseUrls = { sandbox: baseUrl(options.sandboxUrl), production: baseUrl(options.productionUrl) };
  const baseUrlOf = (account: ProviderAccount) => baseUrls[account.environment];
  const http = createHttp(timeoutMs);
  const tokens = new Tokens({ http, baseUrlOf, timeoutMs, clock, log, store });
  const connection = { http, tokens, clock, log, timeoutMs, baseUrlOf };
  return {
    pushPrompt: (account, request) => pushPrompt(connection, account, request),
    queryPrompt: (account, checkoutRequestId) => queryPrompt(connection, account, checkoutRequestId),
    parsePromptCallback,
    close: () => http.close(),
  };
}

function baseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol)) {
    throw new Error('A provider URL must be an http or https URL.');
  }
  return url.origin + url.pathname.replace(/\/+$/, '');
}
