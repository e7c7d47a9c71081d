import type { C2bVersion, Clock, Log, Meter, MpesaRail, Provider, ProviderAccount, TokenStore } from '@tillgate/domain';
import { readBaseUrl } from '../kit/base-url.ts';
import { createCallCount } from '../kit/count-calls.ts';
import { createHttp, type Http } from '../kit/http.ts';
import { Tokens } from '../kit/token.ts';
import type { TokenIssuer } from '../kit/token-issuer.ts';
import { answerPrompt } from './answer-prompt.ts';
import { isTokenError } from './api-error.ts';
import { askAccountBalance } from './ask-account-balance.ts';
import { askTransactionStatus } from './ask-transaction-status.ts';
import { type CertificateOptions, createCertificates } from './certificates.ts';
import { aboutOf, isSecured, type MpesaConnection, secretsOf } from './connection.ts';
import { makeQr } from './make-qr.ts';
import { fetchToken } from './oauth.ts';
import { parseOfflinePayment } from './parse-offline-payment.ts';
import { parsePromptCallback } from './parse-prompt-callback.ts';
import { parseResult } from './parse-result.ts';
import { payOut } from './pay-out.ts';
import { pullPayments, registerPull } from './pull-payments.ts';
import { pushPrompt } from './push-prompt.ts';
import { queryPrompt } from './query-prompt.ts';
import { readAccountBalances } from './read-account-balances.ts';
import { readAmount } from './read-amount.ts';
import { readPayee } from './read-payee.ts';
import { readReceipt } from './read-receipt.ts';
import { readTransaction } from './read-transaction.ts';
import { registerUrls } from './register-urls.ts';
import { reverse } from './reverse.ts';
import { tryPasskey, tryToken } from './try-credentials.ts';

export { parseOfflinePayment } from './parse-offline-payment.ts';
export { parsePromptCallback } from './parse-prompt-callback.ts';
export { parseResult } from './parse-result.ts';
export { readAccountBalances } from './read-account-balances.ts';
export { readAmount } from './read-amount.ts';
export { readPayee } from './read-payee.ts';
export { readReceipt } from './read-receipt.ts';
export { readTransaction } from './read-transaction.ts';

export type MpesaOptions = {
  /** Base URL of the provider for sandbox applications, e.g. `https://sandbox.safaricom.co.ke`; a path is kept. */
  sandboxUrl: string;
  productionUrl: string;
  /** Longest time that one call may take, including its token. Must be well below the lease of an idempotency claim. */
  timeoutMs: number;
  clock: Clock;
  log: Log;
  /** The token store that all processes share. */
  tokens: TokenStore;
  /** Counts calls and access tokens. */
  meter?: Meter | undefined;
  /** Certificates for the SecurityCredential. Defaults to the sandbox's own, then to the provider's published ones. */
  certificates?: CertificateOptions;
  /** The C2B version that is tried first for an account that has registered with none. Defaults to `v2`. */
  c2bVersion?: C2bVersion;
};

/**
 * Creates the adapter for M-PESA's HTTP API. It holds connections until `close`, which waits for the calls under
 * way.
 *
 * @throws Error when a URL is not an http or https URL, the timeout is not positive, or a certificate is unreadable
 */
export function createMpesa(
  options: MpesaOptions,
): Omit<Provider, 'rail' | 'mpesa'> & { rail(account: ProviderAccount): MpesaRail; close(): Promise<void> } {
  const connection = connect(options);
  const counted = createCallCount(connection, options.meter);
  const calls = {
    push: counted('push_prompt', pushPrompt),
    query: counted('query_prompt', queryPrompt),
    payOut: counted('pay_out', payOut),
    reverse: counted('reverse', reverse),
    transaction: counted('ask_transaction_status', askTransactionStatus),
    balance: counted('ask_account_balance', askAccountBalance),
    qr: counted('make_qr', makeQr),
    registerUrls: counted('register_urls', registerUrls),
    registerPull: counted('register_pull', registerPull),
    pull: counted('pull_payments', pullPayments),
    tryToken: counted('try_token', tryToken),
    tryPasskey: counted('try_passkey', tryPasskey),
  };
  return {
    rail: (account) => ({
      prompts: {
        push: (request) => calls.push(account, request),
        ask: (checkoutRequestId) => calls.query(account, checkoutRequestId),
      },
      ...(isSecured(account) && {
        payouts: { send: (request) => calls.payOut(account, request) },
        refunds: { send: (request) => calls.reverse(account, request) },
        questions: {
          transaction: (request) => calls.transaction(account, request),
          balance: (request) => calls.balance(account, request),
        },
      }),
      offline: {
        registerUrls: (request) => calls.registerUrls(account, request),
        registerPull: (registration) => calls.registerPull(account, registration),
        pull: (window) => calls.pull(account, window),
      },
      qr: { make: (request) => calls.qr(account, request) },
      trials: { token: () => calls.tryToken(account), prompt: () => calls.tryPasskey(account) },
    }),
    answerPrompt: (checkoutRequestId, outcome) => answerPrompt(connection, checkoutRequestId, outcome),
    parsePromptCallback,
    parseResult,
    parseOfflinePayment,
    readTransaction,
    readAccountBalances,
    readReceipt,
    readAmount,
    readPayee,
    close: () => connection.http.close(),
  };
}

function connect(options: MpesaOptions): MpesaConnection {
  const { timeoutMs, clock, log, meter, tokens: store, certificates = {}, c2bVersion = 'v2' } = options;
  if (!Number.isFinite(timeoutMs) || timeoutMs <= 0) throw new Error('The provider timeout must be positive.');
  const baseUrls = { sandbox: readBaseUrl(options.sandboxUrl), production: readBaseUrl(options.productionUrl) };
  const baseUrlOf = (account: ProviderAccount) => baseUrls[account.environment];
  const http = createHttp(timeoutMs);
  return {
    http,
    tokens: new Tokens({ issuer: createIssuer(http, baseUrlOf), aboutOf, timeoutMs, clock, log, store, meter }),
    certificates: createCertificates(http, baseUrls.sandbox, certificates),
    clock,
    log,
    timeoutMs,
    baseUrlOf,
    aboutOf,
    secretsOf,
    isTokenError,
    sandboxUrl: baseUrls.sandbox,
    c2bVersion,
  };
}

function createIssuer(http: Http, baseUrlOf: MpesaConnection['baseUrlOf']): TokenIssuer<ProviderAccount> {
  return {
    fetch: (account, deadline) => fetchToken(http, baseUrlOf(account), account, deadline),
    holderOf: (account) => [baseUrlOf(account), account.consumerKey, account.consumerSecret],
  };
}
