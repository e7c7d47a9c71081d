import type { Environment, Rail as RailName } from '@tillgate/db';
import type { ProviderAccount } from '../ports/provider.ts';

export type { RailName };

/** An account at Airtel Money Kenya. It contains plaintext secrets: never store or log it. */
export type AirtelAccount = {
  rail: 'airtel';
  environment: Environment;
  /** What rows say in place of a shortcode. */
  address: string;
  /** The number of the merchant. It is never sent: credentials alone say whose account it is. */
  number: string;
  clientId: string;
  clientSecret: string;
  /** The private key of the portal that notices are signed with; null when they are not. */
  callbackKey: string | null;
  /** Whether the portal's switch for message signing is on. The two must agree. */
  signs: boolean;
  /** Since when questions go out with the present client. */
  askedSince: Date;
  /** For payouts; null when they are not configured. */
  payout: {
    pin: string;
    /** The public key of the portal that encrypts the PIN, as PEM or as base64 of its DER form. */
    key: string;
    version: 'v1' | 'v2';
  } | null;
};

/** What an application has at one network, opened. */
export type RailAccount = ProviderAccount | AirtelAccount;
