import type { RailName } from '../../rails/index.ts';
import { airtel } from './airtel.ts';
import type { AccountRules } from './rules.ts';

export { type AccountRules, plainSecret } from './rules.ts';

/** The networks whose accounts stand in `rail_accounts` with all that they have. M-PESA's secrets are older than that table. */
export type OtherRail = Exclude<RailName, 'mpesa'>;

export const accountRules: Readonly<Record<OtherRail, AccountRules>> = { airtel };

export const otherRails = Object.keys(accountRules) as [OtherRail, ...OtherRail[]];

/** What people set up for an account at a network, by name. `others`: the secrets that it works without. */
export function accountFields(rail: OtherRail): { settings: string[]; needed: readonly string[]; others: string[] } {
  const { settings, secrets, needed } = accountRules[rail];
  const others = Object.keys(secrets).filter((name) => !needed.includes(name));
  return { settings: Object.keys(settings.shape), needed, others };
}
