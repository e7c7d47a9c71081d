import type { AirtelAccount } from '@tillgate/domain';
import type { AccountInLog } from '../kit/token-issuer.ts';

export type { AirtelAccount };

/** An account that pays out. */
export type PayingAccount = AirtelAccount & { payout: NonNullable<AirtelAccount['payout']> };

export const paysOut = (account: AirtelAccount): account is PayingAccount => account.payout !== null;

/** How log lines name an account: the network and the number. */
export const aboutOf = ({ environment, address }: AirtelAccount): AccountInLog => ({ environment, shortcode: address });

/** The values of an account that must never be shown. */
export function secretsOf({ clientId, clientSecret, callbackKey, payout }: AirtelAccount): string[] {
  return [clientId, clientSecret, callbackKey, payout?.pin].filter((secret) => typeof secret === 'string');
}
