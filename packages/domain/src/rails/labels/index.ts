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
