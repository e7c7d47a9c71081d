import type { ProviderAccount } from '@tillgate/domain';
import type { AccountInLog } from '../kit/token-issuer.ts';

/** An application's account at Airtel Money Kenya. It contains plaintext secrets: never store or log it. */
export type AirtelAccount = {
  rail: 'airtel';
  environment: ProviderAccount['environment'];
  /** The number of the merchant. It is never sent: credentials alone say whose account it is. */
  number: string;
  clientId: string;
  clientSecret: string;
  /** The private key of the portal that notices are signed with; null when they are not. */
  callbackKey: string | null;
  /** Whether the portal's switch for message signing is on. The two must agree. */
  signs: boolean;
  /** For payouts; null when they are not configured. */
  payout: {
    pin: string;
    /** The public key of the portal that encrypts the PIN, as PEM or as base64 of its DER form. */
    key: string;
    version: 'v1' | 'v2';
  } | null;
};

/** An account that pays out. */
export type PayingAccount = AirtelAccount & { payout: NonNullable<AirtelAccount['payout']> };

export const paysOut = (account: AirtelAccount): account is PayingAccount => account.payout !== null;

/** How log lines name an account: the network and the number. */
export const aboutOf = ({ rail, environment, number }: AirtelAccount): AccountInLog => ({
  environment,
  shortcode: `${rail}:${number}`,
});

/** The values of an account that must never be shown. */
export function secretsOf({ clientId, clientSecret, callbackKey, payout }: AirtelAccount): string[] {
  return [clientId, clientSecret, callbackKey, payout?.pin].filter((secret) => typeof secret === 'string');
}
