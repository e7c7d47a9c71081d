import { expect, it } from 'vitest';
import { givenReference } from './given-reference.ts';

const paymentId = '01a21994-ff42-752e-9c9e-d0236354001e';

it.each([
  ['INV-1042', 'INV-1042'],
  ['01a21994-ff4', undefined],
  ['01a21994-ff5', '01a21994-ff5'],
  // A table number, which is how every id begins.
  ['01', '01'],
  ['01a21994-ff', '01a21994-ff'],
  ['', undefined],
  [null, undefined],
])('of %j', (accountRef, given) => expect(givenReference({ paymentId, accountRef })).toBe(given));
