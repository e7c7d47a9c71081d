import { expect, it } from 'vitest';
import { listInput, readAddress } from './address.ts';
import { amount, choice, custom, defineList, flag, group, openChoice, period, text } from './filters.ts';

const now = new Date('2026-07-19T22:30:00Z');
const list = defineList('examples', [
  choice('status', ['pending', 'failed'], { field: 'state' }),
  openChoice('keyId'),
  amount({}),
  period('since', 'until'),
  group('more', [text('phone'), flag('review', { on: 'yes', field: 'needsReview' })]),
  custom('reason', ['category', 'code'], ({ category, code }) => ({ reason: category && `${category}:${code}` })),
]);

/** What is sent for the parameters of an address. */
const sent = (address: Record<string, string | string[]>, timeZone: 'UTC' | 'Africa/Nairobi' = 'UTC') =>
  JSON.parse(JSON.stringify(listInput(list, address, { timeZone, now })));

it('each filter sends its fields', () => {
  const address = { status: 'failed', keyId: 'any', min: '1', phone: '07', review: 'yes', category: 'a', code: 'b' };
  expect(sent(address)).toEqual({
    state: 'failed',
    keyId: 'any',
    amountMin: 1,
    phone: '07',
    needsReview: true,
    reason: 'a:b',
  });
});

it.each([
  ['a value that is not among the options', { status: 'paid' }],
  ['a sum that is none', { min: '0', max: '1e9' }],
  ['a switch with another value', { review: 'no' }],
  ['an empty value', { phone: '' }],
  ['a parameter of nobody', { other: 'x' }],
])('%s sends nothing', (_, address) => {
  expect(sent(address)).toEqual({});
});

it('of a parameter that is there twice the first value counts', () => {
  expect(sent({ status: ['pending', 'failed'] })).toEqual({ state: 'pending' });
});

it('days begin and end at the midnight of the chosen zone', () => {
  const period = { period: 'today' };
  expect(sent(period, 'UTC')).toEqual({ since: '2026-07-19T00:00:00.000Z', until: '2026-07-20T00:00:00.000Z' });
  expect(sent(period, 'Africa/Nairobi')).toEqual({
    since: '2026-07-19T21:00:00.000Z',
    until: '2026-07-20T21:00:00.000Z',
  });
});

it('two moments go before days, whatever the zone of the reader', () => {
  const moments = { since: '2026-07-01T05:00:00Z', until: '2026-07-01T06:00:00.000Z', period: 'today' };
  const expected = { since: '2026-07-01T05:00:00.000Z', until: '2026-07-01T06:00:00.000Z' };
  expect([sent(moments, 'UTC'), sent(moments, 'Africa/Nairobi')]).toEqual([expected, expected]);
  expect(sent({ since: 'yesterday', until: '2026-07-01' })).toEqual({});
});

it('a period is about the time when money moved only where the list knows it', () => {
  const moving = defineList('examples', [period('from', 'to', ['movedFrom', 'movedTo'])]);
  const address = { period: 'today', clock: 'moved' };
  const clock = { timeZone: 'UTC' as const, now };
  const [from, to] = ['2026-07-19T00:00:00.000Z', '2026-07-20T00:00:00.000Z'];
  expect(listInput(moving, address, clock)).toMatchObject({ movedFrom: from, movedTo: to });
  expect(listInput(moving, address, clock)).not.toHaveProperty('from');
  expect(listInput(moving, { ...address, clock: 'other' }, clock)).toMatchObject({ from, to });
  expect(sent(address)).toEqual({ since: from, until: to });
});

it('a page is either before or after a place', () => {
  expect(sent({ before: '1.a', after: '2.b' })).toEqual({ before: '1.a' });
  expect(sent({ after: '2.b' })).toEqual({ after: '2.b' });
});

it('keeps what is on by parameter, for saved views', () => {
  expect(readAddress(list, { status: 'failed', phone: '07', before: '1.a', tab: 'x' }).values).toEqual({
    status: 'failed',
    phone: '07',
  });
});
