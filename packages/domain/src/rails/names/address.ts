import type { RailName } from '../account.ts';
import { railNames } from '../labels/index.ts';

/**
 * What the rows of an account say in their column `shortcode`. Two networks may give out the same digits, so the name of the
 * network stands before those of any other than M-PESA.
 */
export function addressOf(rail: RailName, number: string): string {
  return rail === 'mpesa' ? number : `${rail}:${number}`;
}

/** The network of an account. */
export function railOfAddress(address: string): RailName {
  const rail = address.slice(0, Math.max(0, address.indexOf(':')));
  return rail === '' ? 'mpesa' : (rail as RailName);
}

/** The number of an account as people know it. */
export function numberOf(address: string): string {
  return address.slice(address.indexOf(':') + 1);
}

const addressPattern = /^(?:[a-z]{2,20}:)?[A-Za-z0-9]{3,20}$/;

/** Whether a text has the form of an address: digits, or the name of a network before a number of its own. */
export function isAddress(text: string): boolean {
  return addressPattern.test(text);
}

/** What rows say of an account that is known by its number alone: its address at each network. An address stands for itself. */
export function addressesOf(number: string): string[] {
  return number === numberOf(number) ? railNames.map((rail) => addressOf(rail, number)) : [number];
}
