import type { C2bVersion, ProviderAccount } from '@tillgate/domain';
import type { Connection } from '../kit/connection.ts';
import type { AccountInLog } from '../kit/token-issuer.ts';
import type { Certificates } from './certificates.ts';

/** An account whose initiator is known: without one, the network moves no money and answers no question. */
export type SecuredAccount = ProviderAccount & { initiator: NonNullable<ProviderAccount['initiator']> };

export const isSecured = (account: ProviderAccount): account is SecuredAccount => account.initiator !== null;

/** What every operation of M-PESA needs. */
export type MpesaConnection = Connection<ProviderAccount> & {
  certificates: Certificates;
  /** Base URL of the sandbox: the simulator or the provider's own sandbox. */
  sandboxUrl: string;
  /** The version of the C2B API that is tried first for an account that has registered with none. */
  c2bVersion: C2bVersion;
};

/** How log lines name an account. */
export const aboutOf = ({ environment, shortcode }: ProviderAccount): AccountInLog => ({ environment, shortcode });

/** The values of an account that must never be shown. */
export function secretsOf(account: ProviderAccount): string[] {
  const { consumerKey, consumerSecret, passkey, initiator } = account;
  return [consumerKey, consumerSecret, passkey, ...(initiator === null ? [] : [initiator.password, initiator.name])];
}
