import { describe, expect, it } from 'vitest';
import { isRegistrationDue, type Look, notReadyReason, type Registered } from './registration.ts';

const url = 'http://workers:4001/api/inngest';
const wanted = { ids: ['tillgate-a', 'tillgate-b'], url };
const fn = (name: string, at = url): Registered => ({
  id: `tillgate-${name}`,
  url: `${at}?fnId=tillgate-${name}&stepId=step`,
});
const listed = (...functions: Registered[]): Look => ({ kind: 'listed', functions });
const away: Look = { kind: 'away', reason: 'no response within 3 s' };
const refused = (variable: 'INNGEST_SIGNING_KEY' | 'INNGEST_EVENT_KEY'): Look => ({ kind: 'refused', variable });
const elsewhere = 'http://evil:1/api/inngest';

describe('whether a worker is ready', () => {
  it.each<[string, Look, boolean, RegExp | undefined]>([
    ['everything is well', listed(fn('a'), fn('b')), true, undefined],
    ['the server knows functions besides', listed(fn('a'), fn('b'), fn('c')), true, undefined],
    ['there is no database', listed(fn('a'), fn('b')), false, /^The database does not answer/],
    ['the server is away', away, true, /cannot be reached: no response within 3 s$/],
    ['the signing key is wrong', refused('INNGEST_SIGNING_KEY'), true, /refuses INNGEST_SIGNING_KEY.*--signing-key/],
    ['the event key is wrong', refused('INNGEST_EVENT_KEY'), true, /refuses INNGEST_EVENT_KEY.*--event-key/],
    ['nothing is registered', listed(), true, /^The functions are not registered/],
    ['another app is registered', listed({ id: 'other-a', url }), true, /^The functions are not registered/],
    ['one function is missing', listed(fn('a')), true, /not these: tillgate-b/],
    [
      'the address is another',
      listed(fn('a', elsewhere), fn('b', elsewhere)),
      true,
      /calls the functions at http:\/\/evil/,
    ],
    ['one address is another', listed(fn('a'), fn('b', elsewhere)), true, /calls the functions at http:\/\/evil/],
    ['an address cannot be read', listed(fn('a'), { id: 'tillgate-b', url: '' }), true, /calls the functions at/],
  ])('%s', (_what, look, isDatabaseThere, reason) => {
    const found = notReadyReason(look, wanted, isDatabaseThere);
    if (reason) expect(found).toMatch(reason);
    else expect(found).toBeUndefined();
  });
});

it.each([
  ['http://127.0.0.1:4001/api/inngest', 'http://localhost:4001/api/inngest', true],
  ['http://[::1]:4001/api/inngest', 'http://localhost:4001/api/inngest', true],
  ['http://127.0.0.1:4001/api/inngest', 'http://localhost:4002/api/inngest', false],
  ['https://workers/api/inngest', 'http://workers/api/inngest', false],
  ['http://workers/api/inngest', 'http://localhost/api/inngest', false],
])('%s, stored as %s, is the same address: %s', (own, stored, isSame) => {
  const look = listed({ id: 'tillgate-a', url: `${stored}?fnId=tillgate-a&stepId=step` });
  expect(notReadyReason(look, { ids: ['tillgate-a'], url: own }, true) === undefined).toBe(isSame);
});

describe('whether a worker registers its functions', () => {
  const now = 1_000_000;
  it.each<[string, Look, number | undefined, boolean]>([
    ['it has just started', listed(fn('a'), fn('b')), undefined, true],
    ['it has just started and the server is away', away, undefined, false],
    ['all is registered', listed(fn('a'), fn('b')), 0, false],
    ['the registration is lost', listed(), now - 1, true],
    ['the address is another', listed(fn('a', elsewhere), fn('b', elsewhere)), now - 1, true],
    ['one address is another', listed(fn('a'), fn('b', elsewhere)), now - 1, true],
    ['a worker of another version has registered', listed(fn('a'), fn('c')), now - 1, false],
    ['it did so long ago', listed(fn('a'), fn('c')), now - 300_000, true],
    ['the server refuses a key', refused('INNGEST_SIGNING_KEY'), undefined, false],
  ])('%s', (_what, look, registeredAt, isDue) => {
    const times = registeredAt === undefined ? { now } : { now, registeredAt };
    expect(isRegistrationDue(look, wanted, times)).toBe(isDue);
  });
});
