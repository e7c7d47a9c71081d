import { describe, expect, it } from 'vitest';
import { type Call, judgeCalls, judgeInstallation, type ProviderState } from './provider-state.ts';

const now = new Date('2026-11-20T08:00:00.000Z');
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1_000);
const call = (seconds: number, more: Partial<Call> = {}): Call => ({
  applicationId: 'a',
  environment: 'production',
  rail: 'mpesa',
  kind: 'prompt',
  askedAt: ago(seconds),
  answeredAt: ago(seconds - 1),
  settledAt: null,
  settledBy: null,
  resultCode: null,
  resultDesc: null,
  isBehind: false,
  ...more,
});

type Make = (seconds: number) => Call;
/** Acknowledged at once, with this result ten seconds later. */
const ended =
  (resultCode: string): Make =>
  (seconds) =>
    call(seconds, { settledAt: ago(seconds - 10), settledBy: 'callback', resultCode });
const paid = ended('0');
/** Acknowledged, and still without a result. */
const open: Make = (seconds) => call(seconds);
const unanswered: Make = (seconds) => call(seconds, { answeredAt: null });
const late: Make = (seconds) => call(seconds, { answeredAt: ago(seconds - 11) });
const refused =
  (resultCode: string): Make =>
  (seconds) =>
    call(seconds, { answeredAt: null, settledAt: ago(seconds), settledBy: 'push', resultCode });
const of =
  (kind: Call['kind'], make: Make): Make =>
  (seconds) => ({ ...make(seconds), kind });

/** One each ten seconds, the last of them `until` seconds ago. */
const times = (count: number, make: Make, until: number) =>
  Array.from({ length: count }, (_, index) => make(until + 10 * (count - 1 - index)));

describe('the state of the provider', () => {
  it.each<[string, Call[], ProviderState, number | null]>([
    ['nothing was sent', [], 'unknown', null],
    ['two prompts were paid: too few to tell', times(2, paid, 300), 'unknown', null],
    ['prompts are paid', times(5, paid, 30), 'answering', 69],
    [
      'customers decline, or have no money',
      [...times(3, ended('1032'), 300), ...times(3, ended('1'), 30)],
      'answering',
      319,
    ],
    ['customers are still typing', times(6, open, 5), 'answering', 54],
    ['the passkey is wrong: it answers', times(8, ended('2001'), 30), 'answering', 99],
    ['three calls without an answer may be chance', times(3, unanswered, 70), 'unknown', null],
    ['four calls without an answer', times(4, unanswered, 70), 'silent', 100],
    ['calls that may still be answered', times(8, unanswered, -20), 'unknown', null],
    ['no connection can be made', times(4, refused('unreachable'), 5), 'silent', 35],
    ['there is no access token', times(4, refused('token_unavailable'), 5), 'silent', 35],
    ['prompts are taken, and no result comes', times(8, open, 200), 'silent', 149],
    ['the same, while our own worker is behind', times(8, (s) => call(s, { isBehind: true }), 200), 'answering', 269],
    ['results of payouts may take long', times(8, of('disbursement', open), 300), 'answering', 369],
    ['payouts get no answer', times(4, of('disbursement', unanswered), 70), 'silent', 100],
    ['questions get no answer', times(4, of('inquiry', unanswered), 70), 'silent', 100],
    ['it fell silent after it had answered', [...times(5, paid, 400), ...times(4, unanswered, 70)], 'silent', 100],
    ['answers come after eleven seconds', times(4, late, 20), 'slow', 39],
    ['three late answers may be chance', times(3, late, 20), 'unknown', null],
    ['half of the calls have trouble', mixed(4, unanswered, paid), 'slow', null],
    ['it reports its own failures', times(4, refused('500.001.1001'), 30), 'slow', 60],
    ['one answer does not end a silence', [...times(5, unanswered, 150), ...times(1, open, 20)], 'silent', 190],
    ['three answers end it', [...times(5, unanswered, 150), ...times(3, open, 20)], 'answering', 39],
    ['slowness ends after five answers', [...times(4, late, 80), ...times(4, open, 20)], 'slow', 99],
    ['and then it does', [...times(4, late, 80), ...times(5, open, 10)], 'answering', 49],
  ])('%s', (_, calls, state, since) => {
    const judged = judgeCalls(calls, now);
    expect(judged.state).toBe(state);
    if (since !== null) expect(judged.since).toEqual(ago(since));
    if (state === 'unknown') expect(judged.since).toBeNull();
  });

  it('does not depend on the order of the rows', () => {
    const calls = [...times(5, paid, 400), ...times(4, unanswered, 70), ...times(3, open, 20)];
    expect(judgeCalls(calls.toReversed(), now)).toEqual(judgeCalls(calls, now));
  });
});

/** Troubled calls between good ones. */
function mixed(count: number, bad: Make, good: Make): Call[] {
  return times(count, bad, 70).flatMap((each, index) => [each, good(65 + 10 * (count - 1 - index))]);
}

describe('the state for an installation', () => {
  const from = (applicationId: string, calls: Call[]) => calls.map((each) => ({ ...each, applicationId }));
  const silent = times(6, unanswered, 70);
  const fine = times(6, paid, 30);

  it.each<[string, Call[], ProviderState]>([
    ['nobody called', [], 'unknown'],
    ['all shops get no answer', [...from('a', silent), ...from('b', silent)], 'silent'],
    [
      'one busy shop with a fault of its own does not speak for two others',
      [...from('a', times(20, unanswered, 70)), ...from('b', fine), ...from('c', fine)],
      'answering',
    ],
    ['half of the shops: nobody knows, so it is not said', [...from('a', silent), ...from('b', fine)], 'answering'],
    [
      'shops that called once or twice are heard together',
      ['a', 'b', 'c', 'd'].flatMap((shop) => from(shop, times(1, unanswered, 70))),
      'silent',
    ],
    ['some silent and some slow', [...from('a', silent), ...from('b', times(5, late, 20)), ...from('c', fine)], 'slow'],
  ])('%s', (_, calls, state) => {
    expect(judgeInstallation(calls, now).state).toBe(state);
  });

  it('began when the first of the shops that say so noticed it', () => {
    const calls = [...from('a', times(4, unanswered, 70)), ...from('b', times(4, unanswered, 200))];
    expect(judgeInstallation(calls, now)).toEqual({ state: 'silent', since: ago(230) });
  });
});
