import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabaseClock } from './clock.ts';
import { type TestDatabase, testDatabase } from './testing/index.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await testDatabase();
});
afterAll(() => test.close());

/** A machine whose clock stands still at `own`, and what it warned of. */
async function clockAt(own: () => number, db: Parameters<typeof openDatabaseClock>[0] = test.database) {
  const warnings: string[] = [];
  const clock = await openDatabaseClock(db, { warn: (_, text) => warnings.push(text) }, own);
  clock.close();
  return { clock, warnings };
}

/** A database whose clock stands still. */
const databaseAt = (ms: () => number) =>
  ({ pool: { query: async () => ({ rows: [{ ms: ms() }] }) } }) as unknown as Parameters<typeof openDatabaseClock>[0];

describe('the clock of a process', () => {
  it.each([
    ['ahead of', 120_000],
    ['behind', -120_000],
  ])('follows the database when its machine is %s it', async (how, shiftMs) => {
    const { clock, warnings } = await clockAt(() => Date.now() + shiftMs);
    // A busy machine answers too late to be believed.
    await expect.poll(() => clock.measure().then(() => warnings.length)).toBe(1);
    expect(Math.abs(clock.now().getTime() - Date.now())).toBeLessThan(Math.abs(shiftMs) / 2);
    expect(warnings).toEqual([
      expect.stringMatching(new RegExp(`^The clock of this machine is 1\\d\\d\\.\\d s ${how}`)),
    ]);
  });

  it('is that of its machine while both agree within a second', async () => {
    const { clock, warnings } = await clockAt(
      () => 1_000_900,
      databaseAt(() => 1_000_000),
    );
    expect(clock.now().getTime()).toBe(1_000_900);
    expect(warnings).toEqual([]);
  });

  it('is that of its machine while there is no database, and follows when there is one', async () => {
    let isAway = true;
    const db = databaseAt(() => {
      if (isAway) throw new Error('away');
      return 1_000_000;
    });
    const { clock, warnings } = await clockAt(() => 1_050_000, db);
    expect(clock.now().getTime()).toBe(1_050_000);
    await expect(clock.measure()).rejects.toThrow('away');
    isAway = false;
    await clock.measure();
    await clock.measure();
    expect(clock.now().getTime()).toBe(1_000_000);
    expect(warnings).toHaveLength(1);
  });

  it('ignores an answer that took too long', async () => {
    let own = 1_000_000;
    const slow = databaseAt(() => {
      own += 30_000;
      return 1_000_000;
    });
    const { clock } = await clockAt(() => own, slow);
    expect(clock.now().getTime()).toBe(own);
  });

  it('asks again before it starts when the first answer took too long', async () => {
    let [own, isFirst] = [1_050_000, true];
    const slowAtFirst = databaseAt(() => {
      if (isFirst) own += 30_000;
      isFirst = false;
      return 1_000_000;
    });
    const { clock } = await clockAt(() => own, slowAtFirst);
    expect(clock.now().getTime()).toBe(1_000_000);
  });

  it.each([3_600_000, -3_600_000])('follows at once when that of its machine jumps by %i ms', async (jumpMs) => {
    let shiftMs = 0;
    const clock = await openDatabaseClock(test.database, { warn() {} }, () => Date.now() + shiftMs);
    shiftMs = jumpMs;
    try {
      await expect.poll(() => Math.abs(clock.now().getTime() - Date.now())).toBeLessThan(Math.abs(jumpMs) / 2);
    } finally {
      clock.close();
    }
  });

  it('goes back to that of its machine once they agree', async () => {
    let own = 1_050_000;
    const { clock } = await clockAt(
      () => own,
      databaseAt(() => 1_000_000),
    );
    expect(clock.now().getTime()).toBe(1_000_000);
    own = 1_000_100;
    await clock.measure();
    expect(clock.now().getTime()).toBe(1_000_100);
  });
});
