import { describe, expect, it } from 'vitest';
import { answerSeconds, secondsLeft, stageOf } from './countdown.ts';

describe('secondsLeft', () => {
  const promptedAt = '2026-03-04T10:00:00.000Z';
  it.each([
    ['2026-03-04T10:00:00.000Z', 0, 60],
    ['2026-03-04T10:00:10.000Z', 0, 50],
    ['2026-03-04T10:00:10.000Z', 5_500, 45],
    ['2026-03-04T10:02:00.000Z', 0, 0],
    ['2026-03-04T09:59:00.000Z', 0, answerSeconds],
  ])('read at %s, %d ms ago: %d', (serverNow, passedMs, seconds) => {
    // The browser's own clock is years off: only what passed on it counts.
    expect(secondsLeft(promptedAt, { serverNow, readAtMs: 1_000 }, 1_000 + passedMs)).toBe(seconds);
  });
});

describe('stageOf', () => {
  const order = (status: string, ok?: boolean, isIndeterminate = false) => ({ status, ok, isIndeterminate });
  const payment = (status: 'pending' | 'success' | 'failed', isPrompted = true) => ({ status, isPrompted });
  it.each([
    ['sending', undefined, undefined, 60],
    ['sending', order('approved'), undefined, 60],
    ['sending', order('executed', true), undefined, 60],
    ['not_sent', order('executed', false), undefined, 60],
    ['not_sent', order('executed', false), payment('failed', false), 60],
    ['not_sent', order('expired'), undefined, 60],
    ['unclear', order('executed', false, true), payment('pending', false), 60],
    ['waiting', order('executed', false, true), payment('pending'), 30],
    ['waiting', order('executed', true), payment('pending'), 1],
    ['overdue', order('executed', true), payment('pending'), 0],
    ['paid', order('executed', true), payment('success'), 0],
    ['paid', order('executed', false, true), payment('success', false), 0],
    ['unpaid', order('executed', true), payment('failed'), 12],
  ] as const)('%s', (stage, orderState, paymentState, seconds) => {
    expect(stageOf({ order: orderState, payment: paymentState, seconds })).toBe(stage);
  });
});
