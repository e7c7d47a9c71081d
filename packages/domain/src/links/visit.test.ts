import { describe, expect, it } from 'vitest';
import { dayMs, later, minuteMs } from '../kernel/time.ts';
import { newVisit } from './index.ts';
import { attemptTokenOf, visitState } from './visit.ts';

const now = new Date('2026-11-30T09:00:00Z');
const link = 'a'.repeat(22);

describe('a visit', () => {
  it('is that of one link, for a day', () => {
    const visit = newVisit(link, now);
    expect(visitState(link, visit, now)).toBe('fresh');
    expect(visitState(link, visit, later(now, dayMs - 1))).toBe('fresh');
    expect(visitState(link, visit, later(now, dayMs))).toBe('over');
    expect(visitState('b'.repeat(22), visit, now)).toBe('foreign');
    expect(visitState(link, visit, later(now, -5 * minuteMs))).toBe('fresh');
    expect(visitState(link, visit, later(now, -5 * minuteMs - 1))).toBe('foreign');
  });

  it('cannot be made or changed without the address of the page', () => {
    const visit = newVisit(link, now);
    const [seconds = '', random = '', check = ''] = visit.split('.');
    const later = (Number.parseInt(seconds, 36) + 3600).toString(36);
    for (const text of [
      ...['', '.', '..', 'x', visit.slice(1), `${visit}x`, `${visit}\n`, ` ${visit}`],
      ...[`${later}.${random}.${check}`, `${seconds}.${random}.${'1'.repeat(10)}`, `${seconds}.${random}`],
    ]) {
      expect(visitState(link, text, now), text).toBe('foreign');
    }
  });

  it('is never the same again, and its attempt always is', () => {
    const visits = Array.from({ length: 100 }, () => newVisit(link, now));
    expect(new Set(visits).size).toBe(100);
    const tokens = visits.map((visit) => attemptTokenOf(link, visit));
    expect(new Set(tokens).size).toBe(100);
    expect(visits.map((visit) => attemptTokenOf(link, visit))).toEqual(tokens);
    for (const token of tokens) expect(token).toMatch(/^[1-9A-HJ-NP-Za-km-z]{22}$/);
  });
});
