import { expect, it } from 'vitest';
import { createAddressList, isAddressOrNetwork } from './address-list.ts';

it.each([
  ['196.201.214.200', true],
  ['196.201.214.0/24', true],
  ['2001:db8::/32', true],
  ['::1', true],
  ['196.201.214.0/33', false],
  ['2001:db8::/129', false],
  ['196.201.214', false],
  ['196.201.214.0/', false],
  ['196.201.214.0/24/8', false],
  ['any', false],
  ['', false],
])('%j is an address or a network: %s', (text, is) => {
  expect(isAddressOrNetwork(text)).toBe(is);
});

it.each([
  ['10.0.0.1', true],
  ['::ffff:10.0.0.1', true],
  ['10.0.0.2', false],
  ['192.168.7.9', true],
  ['192.169.0.0', false],
  ['2001:db8::7', true],
  ['2001:db9::7', false],
  ['not an address', false],
])('%s is on the list: %s', (address, is) => {
  expect(createAddressList(['10.0.0.1', '192.168.0.0/16', '2001:db8::/32'])(address)).toBe(is);
});

it('an empty list has no address', () => {
  expect(createAddressList([])('127.0.0.1')).toBe(false);
});
