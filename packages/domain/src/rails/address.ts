import type { RailName } from './account.ts';

/**
 * What the rows of an account say in their column `shortcode`. Two networks may give out the same digits, so the name of the
 * network stands before those of any other than M-PESA.
 */
export function addressOf(rail: RailName, number: string): string {
  return rail === 'mpesa' ? number : `${rail}:${number}`;
}

/** The number of an account as people know it. */
export function numberOf(address: string): string {
  return address.slice(address.indexOf(':') + 1);
}
