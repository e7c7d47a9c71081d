import type { ProviderAccount } from '@tillgate/domain';
import type { Deadline } from './deadline.ts';

/** The outcome of a token request. After `failed`, nothing was done in the merchant's name. */
export type FetchedToken =
  | { kind: 'token'; token: string; lifetimeSeconds: number }
  | {
      kind: 'failed';
      /** `token_refused`: the credentials are wrong. `token_unavailable`: everything else. */
      code: 'token_refused' | 'token_unavailable';
      description: string;
    };

/** How a network gives access tokens. */
export type TokenIssuer<Account> = {
  /** Requests a new token, once. Never throws. */
  fetch(account: Account, deadline: Deadline): Promise<FetchedToken>;
  /**
   * What a token belongs to: the host and the credentials. It includes the secret, so that knowing another merchant's key
   * is not enough to get their token.
   */
  holderOf(account: Account): readonly string[];
};

/** What a token needs to know of an account. */
export type AccountWithTokens = Pick<ProviderAccount, 'environment'>;

/** How log lines name an account. `shortcode` is its address: what rows of the account have. */
export type AccountInLog = Pick<ProviderAccount, 'environment' | 'shortcode'>;
