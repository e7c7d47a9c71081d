import { describe, expect, it } from 'vitest';
import { idOfOwnSlot } from './default-reference.ts';
import { defaultAccountRef } from './payment.ts';

const now = new Date('2026-03-01T08:00:00.123Z');

describe('the default reference', () => {
  it('is unique within an application however many payments begin in one moment', () => {
    const ids = Array.from({ length: 2_000 }, () => idOfOwnSlot('one', now));
    expect(new Set(ids.map(defaultAccountRef)).size).toBe(2_000);
    expect(ids.every((id) => id.startsWith(defaultAccountRef(id)))).toBe(true);
    expect(ids).toEqual([...ids].sort());
  });

  it.each([10, 50, 62])('keeps up with the clock at %d payments a second', (perSecond) => {
    const owner = `at ${perSecond}`;
    const times = Array.from(
      { length: 1_000 },
      (_, n) => new Date(now.getTime() + Math.floor((n * 1_000) / perSecond)),
    );
    const ids = times.map((time) => idOfOwnSlot(owner, time));
    expect(new Set(ids.map(defaultAccountRef)).size).toBe(1_000);
    const last = Number.parseInt((ids.at(-1) ?? '').replaceAll('-', '').slice(0, 12), 16);
    expect(last - (times.at(-1)?.getTime() ?? 0)).toBeLessThan(32);
  });

  it('is of the present when the application was quiet, and later after a reference was taken', () => {
    idOfOwnSlot('quiet', now);
    const after = new Date(now.getTime() + 60_000);
    const present = idOfOwnSlot('quiet', after);
    expect(Number.parseInt(present.replaceAll('-', '').slice(0, 12), 16)).toBe(after.getTime());
    expect(idOfOwnSlot('quiet', after, true) > present).toBe(true);
  });
});
