import { z } from 'zod';
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

/** A field that people fill in. `beside`: the secret that it works only with. `values`: null for yes or no. */
export type AccountField =
  | { of: 'secrets'; name: string; isNeeded: boolean; hasLines: boolean; beside: string | null }
  | { of: 'settings'; name: string; values: string[] | null; preset: string | boolean };

/** The fields of an account that serve one purpose. */
export type AccountPart = { purpose: string; fields: AccountField[] };

/** What people fill in for an account at a network, by what it serves. */
export function accountParts(rail: OtherRail): AccountPart[] {
  const rules = accountRules[rail];
  return Object.entries(rules.purposes).map(([purpose, names]) => ({
    purpose,
    fields: names.map((name) =>
      Object.hasOwn(rules.secrets, name) ? secretField(rules, name) : settingField(rules, name),
    ),
  }));
}

function secretField({ needed, together, withLines }: AccountRules, name: string): AccountField {
  const beside = together.find((pair) => pair.includes(name))?.find((other) => other !== name) ?? null;
  return { of: 'secrets', name, isNeeded: needed.includes(name), hasLines: withLines.includes(name), beside };
}

function settingField({ settings }: AccountRules, name: string): AccountField {
  const schema: unknown = settings.shape[name];
  const inner = schema instanceof z.ZodDefault ? schema.unwrap() : schema;
  const preset = settings.parse({})[name] as string | boolean;
  return { of: 'settings', name, values: inner instanceof z.ZodEnum ? inner.options.map(String) : null, preset };
}

/** Whether an account with these secrets can send money. Settings have defaults. */
export function paysOutWith(rail: OtherRail, set: readonly string[]): boolean {
  const { purposes, secrets } = accountRules[rail];
  const needed = (purposes.payouts ?? []).filter((name) => Object.hasOwn(secrets, name));
  return needed.length > 0 && needed.every((name) => set.includes(name));
}
