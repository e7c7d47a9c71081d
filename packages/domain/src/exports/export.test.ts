import { ExportStatus } from '@tillgate/db';
import { describe, expect, it } from 'vitest';
import { expiryOf, fileNameOf, isOpen, nextStep, statesBefore } from './export.ts';

describe('the states of an export', () => {
  it.each([
    ['queued', []],
    ['running', ['queued', 'running']],
    ['ready', ['running']],
    ['failed', ['queued', 'running']],
    ['cancelled', ['queued', 'running']],
    ['expired', ['ready']],
  ] as const)('%s is reached from %j only', (status, from) => {
    expect(statesBefore(status)).toEqual(from);
  });

  it('that have ended never open again', () => {
    const ended = Object.values(ExportStatus).filter((status) => !isOpen(status));
    expect(ended.sort()).toEqual(['cancelled', 'expired', 'failed', 'ready']);
    for (const open of ['queued', 'running'] as const) {
      expect(statesBefore(open).filter((status) => ended.includes(status))).toEqual([]);
    }
  });
});

describe('what a worker does next', () => {
  const cursorAt = new Date('2026-01-31T08:00:00Z');
  it.each([
    ['queued', 0, null, 'rows'],
    ['running', 1, cursorAt, 'rows'],
    ['running', 1, null, 'file'],
    ['ready', 1, null, 'nothing'],
    ['failed', 1, cursorAt, 'nothing'],
    ['cancelled', 0, null, 'nothing'],
    ['expired', 1, null, 'nothing'],
  ] as const)('%s with %i parts and cursor %s: %s', (status, partCount, cursor, step) => {
    expect(nextStep({ status, partCount, cursorAt: cursor })).toBe(step);
  });
});

describe('a file', () => {
  it('has a name that every system takes', () => {
    const named = { list: 'payments', timeZone: 'Africa/Nairobi' } as const;
    // The days of Nairobi begin three hours before those of UTC. A file ends before its last moment.
    const [from, before] = [new Date('2026-10-31T21:00:00Z'), new Date('2026-11-29T21:00:00Z')];
    expect(fileNameOf({ ...named, from, before }, 'xlsx')).toBe('tillgate-payments-2026-11-01-to-2026-11-29.xlsx');
    expect(fileNameOf({ ...named, from: undefined, before }, 'csv')).toBe('tillgate-payments-all-to-2026-11-29.csv');
    const ofLink = { ...named, list: 'link_payments', from, before } as const;
    expect(fileNameOf(ofLink, 'csv')).toBe('tillgate-link-payments-2026-11-01-to-2026-11-29.csv');
  });

  it('is kept for seven days', () => {
    expect(expiryOf(new Date('2026-01-31T08:00:00Z'))).toEqual(new Date('2026-02-07T08:00:00Z'));
  });
});
