import { expect, it } from 'vitest';
import { createAddressGate, publishedAddresses, readCallbackAddresses } from './provider-addresses.ts';

it.each([
  [[], { kind: 'list', addresses: publishedAddresses }],
  [['any'], { kind: 'any' }],
  [['ANY'], { kind: 'any' }],
  [['10.0.0.1', '196.201.214.0/24'], { kind: 'list', addresses: ['10.0.0.1', '196.201.214.0/24'] }],
  [['any', '10.0.0.1'], { wrong: 'any' }],
  [['10.0.0.1', 'provider.example'], { wrong: 'provider.example' }],
])('%j is read as %j', (items, read) => {
  expect(readCallbackAddresses(items)).toEqual(read);
});

it('the gate opens for the provider alone, unless any is said', () => {
  const closed = createAddressGate({ kind: 'list', addresses: publishedAddresses });
  expect(publishedAddresses).toHaveLength(12);
  expect(publishedAddresses.every(closed)).toBe(true);
  expect(['127.0.0.1', '196.201.214.201', ''].some(closed)).toBe(false);
  expect(createAddressGate({ kind: 'any' })('203.0.113.9')).toBe(true);
});
