// What every page needs of networks. It loads nothing else.
import type { RailName } from '../account.ts';

export type { RailName } from '../account.ts';

/** What people call the networks, in every language. */
const railLabels: Record<RailName, string> = { mpesa: 'M-PESA', airtel: 'Airtel Money' };

/** Every network, M-PESA first. */
export const railNames = Object.keys(railLabels) as RailName[];

/** What people call a network; the name itself when this release does not know it. */
export function railLabel(name: string): string {
  return Object.hasOwn(railLabels, name) ? railLabels[name as RailName] : name;
}

/** For forms: a number that the network gives out, as people write it. */
const samplePhones: Record<RailName, string> = { mpesa: '0712 345 678', airtel: '0733 123 456' };

/** Before the last of several names. */
const lastOf = { en: ' or ', sw: ' au ' } as const;

/**
 * The networks that an application uses, its default first, as texts name them: `M-PESA or Airtel Money`.
 * @param rails none where it has no account yet: it may have one at any
 */
export function railsLabel(rails: readonly string[], language: keyof typeof lastOf): string {
  const labels = (rails.length > 0 ? rails : railNames).map(railLabel);
  return [labels.slice(0, -1).join(', '), ...labels.slice(-1)].filter((text) => text !== '').join(lastOf[language]);
}

/** A number to show in a form of an application that uses these networks. */
export function samplePhone(rails: readonly RailName[]): string {
  return samplePhones[rails[0] ?? 'mpesa'];
}
