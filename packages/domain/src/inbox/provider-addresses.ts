import type { CallbackKind } from '@tillgate/db';
import { createAddressList, isAddressOrNetwork } from '../kernel/address-list.ts';

/** The addresses that the provider has published for its callbacks. */
export const publishedAddresses: readonly string[] = [
  '196.201.212.69',
  '196.201.212.74',
  '196.201.212.127',
  '196.201.212.129',
  '196.201.212.136',
  '196.201.212.138',
  '196.201.213.44',
  '196.201.213.114',
  '196.201.214.200',
  '196.201.214.206',
  '196.201.214.207',
  '196.201.214.208',
];

/** The addresses that may post production callbacks. Sandbox callbacks may come from any address. */
export type CallbackAddresses = { kind: 'any' } | { kind: 'list'; addresses: readonly string[] };

/**
 * Reads a list of addresses and networks, or the word `any` alone. An empty list means the
 * published addresses.
 * @returns or the first invalid item
 */
export function readCallbackAddresses(items: readonly string[]): CallbackAddresses | { wrong: string } {
  if (items.length === 0) return { kind: 'list', addresses: publishedAddresses };
  if (items.length === 1 && items[0]?.toLowerCase() === 'any') return { kind: 'any' };
  const wrong = items.find((item) => !isAddressOrNetwork(item));
  return wrong === undefined ? { kind: 'list', addresses: items } : { wrong };
}

/**
 * Reads the addresses that may post notices of production. An empty list means any: the network has published none, and
 * what is not signed only makes us ask it.
 * @returns or the first invalid item
 */
export function readNoticeAddresses(items: readonly string[]): CallbackAddresses | { wrong: string } {
  return items.length === 0 ? { kind: 'any' } : readCallbackAddresses(items);
}

/** Returns a function that checks whether an address may post production callbacks of a kind. */
export function createHookGate(allowed: {
  callbacks: CallbackAddresses;
  notices: CallbackAddresses;
}): (address: string, kind: CallbackKind) => boolean {
  const [isOfCallbacks, isOfNotices] = [createAddressGate(allowed.callbacks), createAddressGate(allowed.notices)];
  return (address, kind) => (kind === 'rail_notice' ? isOfNotices(address) : isOfCallbacks(address));
}

/** Returns a function that checks whether an address may post production callbacks. */
export function createAddressGate(allowed: CallbackAddresses): (address: string) => boolean {
  return allowed.kind === 'any' ? () => true : createAddressList(allowed.addresses);
}
