import { expect, it } from 'vitest';
import { addressesOf, addressOf, numberOf, railNames } from './index.ts';

it.each(['600123', '450123', 'DUKA12'])('the number %s is found at every network, and an address has it', (number) => {
  const addresses = addressesOf(number);
  expect(addresses).toEqual(railNames.map((rail) => addressOf(rail, number)));
  expect(addresses[0]).toBe(number);
  expect(addresses.map(numberOf)).toEqual(railNames.map(() => number));
});

it('an address is found by itself alone', () => {
  expect(addressesOf('airtel:450123')).toEqual(['airtel:450123']);
});
