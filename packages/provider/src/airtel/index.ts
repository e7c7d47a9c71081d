import type {
  Clock,
  Log,
  Meter,
  PayoutPort,
  PromptPort,
  QuestionPort,
  Rail,
  RefundPort,
  TokenStore,
} from '@tillgate/domain';
import { readBaseUrl } from '../kit/base-url.ts';
import { createCallCount } from '../kit/count-calls.ts';
import { createHttp } from '../kit/http.ts';
import { Tokens } from '../kit/token.ts';
import { type AirtelAccount, aboutOf, paysOut, secretsOf } from './account.ts';
import type { Answer } from './answers.ts';
import { askBalance } from './ask-balance.ts';
import { askPayout } from './ask-payout.ts';
import { askPrompt } from './ask-prompt.ts';
import { knownCodes } from './codes.ts';
import type { AirtelConnection } from './connection.ts';
import { createEncryptionKeys } from './encryption-keys.ts';
import { fetchToken, isTokenError } from './fetch-token.ts';
import { findHolder, type Holder } from './find-holder.ts';
import { payOut } from './pay-out.ts';
import { pushPrompt } from './push-prompt.ts';
import { readNotice } from './read-notice.ts';
import { refund } from './refund.ts';
import { tryToken } from './try-token.ts';

export type { AirtelAccount } from './account.ts';

export type AirtelOptions = {
  /** Base URL for sandbox accounts; a path is kept. */
  sandboxUrl: string;
  /** Base URL for production accounts, such as `https://openapi.airtelkenya.com`. */
  productionUrl: string;
  /** Longest time that one call may take, including its token. Must be well below the lease of an idempotency claim. */
  timeoutMs: number;
  clock: Clock;
  log: Log;
  /** The token store that all processes share. */
  tokens: TokenStore;
  /** Counts calls and access tokens. */
  meter?: Meter | undefined;
};

/** One account at Airtel Money. It has payouts when it has a PIN. Calls never throw for failures of the network. */
export type AirtelRail = Rail & {
  prompts: Required<PromptPort>;
  payouts?: Required<PayoutPort>;
  /** Of the whole amount. Nobody can ask about one afterwards. */
  refunds: RefundPort;
  /** The balance of the wallet that collects. That of the wallet that pays out cannot be asked for. */
  questions: QuestionPort;
  /** Whether a phone, 254XXXXXXXXX, has a wallet here. It rings no phone. */
  holders: { find(phone: string): Promise<Answer<Holder>> };
};

/**
 * Creates the adapter for Airtel Money Kenya. It holds connections until `close`, which waits for the calls under way.
 *
 * @throws Error when a URL is not an http or https URL, or the timeout is not positive
 */
export function createAirtel(options: AirtelOptions): {
  rail(account: AirtelAccount): AirtelRail;
  close(): Promise<void>;
} {
  const connection = connect(options);
  const counted = createCallCount(connection, options.meter, (code) => knownCodes.includes(code));
  const calls = {
    push: counted('push_prompt', pushPrompt),
    ask: counted('query_prompt', askPrompt),
    payOut: counted('pay_out', payOut),
    askPayout: counted('ask_payout', askPayout),
    refund: counted('reverse', refund),
    balance: counted('ask_account_balance', askBalance),
    holder: counted('find_holder', findHolder),
    tryToken: counted('try_token', tryToken),
  };
  return {
    rail: (account) => ({
      prompts: {
        push: (request) => calls.push(account, request),
        ask: (promptId) => calls.ask(account, promptId),
        readNotice: (body) => readNotice(body, account.callbackKey),
      },
      ...(paysOut(account) && {
        payouts: { send: (request) => calls.payOut(account, request), ask: (id) => calls.askPayout(account, id) },
      }),
      refunds: { send: (request) => calls.refund(account, request) },
      questions: { balance: () => calls.balance(account) },
      holders: { find: (phone) => calls.holder(account, phone) },
      trials: { token: () => calls.tryToken(account) },
    }),
    close: () => connection.http.close(),
  };
}

function connect({ timeoutMs, clock, log, meter, tokens: store, ...options }: AirtelOptions): AirtelConnection {
  if (!Number.isFinite(timeoutMs) || timeoutMs <= 0) throw new Error('The provider timeout must be positive.');
  const baseUrls = { sandbox: readBaseUrl(options.sandboxUrl), production: readBaseUrl(options.productionUrl) };
  const baseUrlOf = (account: AirtelAccount) => baseUrls[account.environment];
  const http = createHttp(timeoutMs);
  const issuer = {
    fetch: (account: AirtelAccount, deadline: Parameters<typeof fetchToken>[3]) =>
      fetchToken(http, baseUrlOf(account), account, deadline),
    // The name of the network keeps the token of equal credentials at another one apart.
    holderOf: (account: AirtelAccount) => [account.rail, baseUrlOf(account), account.clientId, account.clientSecret],
  };
  const tokens = new Tokens({ issuer, aboutOf, timeoutMs, clock, log, store, meter });
  const keys = createEncryptionKeys();
  return { http, tokens, keys, clock, log, timeoutMs, baseUrlOf, aboutOf, secretsOf, isTokenError };
}
