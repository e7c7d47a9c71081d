import { expect, it } from 'vitest';
import { clockDifference } from './clock-difference.ts';

const now = new Date('2026-11-29T12:00:00Z');
const at = (seconds: number) => now.getTime() / 1000 + seconds;
const refusedFor = (times: object) =>
  Object.assign(new Error('JWT not active yet'), {
    jwt: `e30.${Buffer.from(JSON.stringify(times)).toString('base64url')}.x`,
  });

it.each<[string, number | undefined, object]>([
  ['that is ahead, by when it issued', 90, { iat: at(90), nbf: at(90), exp: at(390) }],
  ['that is ahead and backdates what it issues', 90, { iat: at(90), nbf: at(60), exp: at(390) }],
  ['that is ahead, without the time of issue', 90, { nbf: at(90), exp: at(390) }],
  ['that is behind', 900, { iat: at(-900), exp: at(-600) }],
  ['that is right, with a token that had ended before', undefined, { iat: at(0), exp: at(-600) }],
  ['that is right, with a token for later', undefined, { iat: at(0), nbf: at(600), exp: at(900) }],
  ['that is right, with something else wrong', undefined, { iat: at(0), exp: at(300) }],
  ['that differs by as much as is tolerated', undefined, { iat: at(10), nbf: at(10), exp: at(300) }],
  ['that writes no times', undefined, { iat: 'soon', nbf: '1', exp: null }],
])('the clock of a provider %s', (_what, seconds, times) => {
  expect(clockDifference(refusedFor(times), now)).toBe(seconds);
});

it('an error that is not about a token has no clocks', () => {
  for (const error of [undefined, new Error('no'), Object.assign(new Error('no'), { jwt: 'not.a.token' })]) {
    expect(clockDifference(error, now)).toBeUndefined();
  }
});
