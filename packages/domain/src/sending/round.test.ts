import { expect, it } from 'vitest';
import { decideRound, type RecentPayout, rowsAtOnce } from './round.ts';

const now = new Date('2026-11-30T09:00:00Z');
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000);
const paid: RecentPayout = { status: 'success', rail: 'mpesa', resultCode: '0', isClear: true };
const open: RecentPayout = { ...paid, status: 'pending', resultCode: null };
const unclear: RecentPayout = { ...open, isClear: false };
const failed = (resultCode: string, rail: RecentPayout['rail'] = 'mpesa'): RecentPayout => ({
  ...paid,
  ...{ status: 'failed', resultCode, rail },
});
const many = (each: RecentPayout, count: number) => Array.from({ length: count }, () => each);
const pause = (because: string) => ({ kind: 'pause', because });
const send = (count: number) => ({ kind: 'send', count });

it.each<[what: string, recent: RecentPayout[], seconds: number | null, expected: object]>([
  ['the first payout of a run goes alone', [], null, send(1)],
  ['and its result is awaited', [open], 5, { kind: 'wait' }],
  ['also when nobody knows whether it arrived', [unclear], 5, { kind: 'wait' }],
  ['for a while', [open], 31, send(rowsAtOnce)],
  ['until it is there', [paid], 5, send(rowsAtOnce)],
  ['several are sent while others are open', [open, open, paid], 5, send(rowsAtOnce)],
  ['a receiver that fails stops nothing', [failed('2040'), paid], 5, send(rowsAtOnce)],
  ['an initiator that is refused stops at once', [failed('2001')], 5, pause('initiator')],
  ['so does one that is locked', [open, failed('8006'), paid], 5, pause('initiator')],
  ['so does one without the role', [failed('21'), paid], 5, pause('initiator')],
  ['too little money stops at once', [open, failed('1'), paid], 5, pause('float')],
  ['one limit of a day may be that of a receiver', [failed('4'), paid], 5, send(rowsAtOnce)],
  ['two are that of the account', [failed('4'), paid, failed('4')], 5, pause('day_limit')],
  ['Airtel’s wallet is empty', [failed('DP00900001007', 'airtel'), paid], 5, pause('float')],
  ['a code of the other network says nothing', [failed('1', 'airtel'), paid], 5, send(rowsAtOnce)],
  ['two unclear answers are none', [...many(unclear, 2), paid], 5, send(rowsAtOnce)],
  ['three are a sign', [...many(unclear, 2), paid, unclear], 5, pause('unclear')],
  ['four failures in a row happen', [...many(failed('2040'), 4), paid], 5, send(rowsAtOnce)],
  ['five do not', [open, ...many(failed('2040'), 5)], 5, pause('refusals')],
  ['a success in between counts', [...many(failed('2040'), 4), paid, failed('2040')], 5, send(rowsAtOnce)],
])('%s', (_, recent, seconds, expected) => {
  const firstHandedAt = seconds === null ? null : ago(seconds);
  expect(decideRound({ recent, firstHandedAt, now })).toEqual(expected);
});
