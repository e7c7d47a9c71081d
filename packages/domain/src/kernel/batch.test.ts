import { type Database, query, sql } from '@tillgate/db';
import { testDatabase } from '@tillgate/db/testing';
import { afterAll, expect, it } from 'vitest';
import { batched } from './batch.ts';

const testing = await testDatabase();
const db = testing.database;
afterAll(() => testing.close());

/** Divides, in one statement. What batches it got is kept. */
function divisions() {
  const batches: number[][] = [];
  const divide = batched(async ({ pool }: Database, divisors: readonly number[]) => {
    batches.push([...divisors]);
    const rows = await query<{ result: number }>(
      pool,
      'test_divide',
      sql`SELECT 60 / d AS result FROM unnest(${divisors}::int[]) WITH ORDINALITY AS u(d, place) ORDER BY place`,
    );
    return rows.map(({ result }) => result);
  });
  return { batches, divide: (divisor: number) => divide(db, divisor) };
}

it('joins the calls of one turn, and gives each its own result', async () => {
  const { batches, divide } = divisions();
  expect(await Promise.all([1, 2, 3, 2].map(divide))).toEqual([60, 30, 20, 30]);
  expect(await divide(4)).toBe(15);
  expect(batches).toEqual([[1, 2, 3, 2], [4]]);
});

it('lets a call that fails spoil no other', async () => {
  const { batches, divide } = divisions();
  const results = await Promise.allSettled([1, 0, 3].map(divide));
  expect(results).toMatchObject([
    { value: 60 },
    { status: 'rejected', reason: { message: 'division by zero' } },
    { value: 20 },
  ]);
  expect(batches).toEqual([[1, 0, 3], [1], [0], [3]]);
});

it('repeats nothing while the database is unavailable', async () => {
  const tries: number[] = [];
  const away = batched(async (_db: Database, items: readonly number[]): Promise<number[]> => {
    tries.push(items.length);
    throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  });
  const results = await Promise.allSettled([1, 2, 3].map((item) => away(db, item)));
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(tries).toEqual([3]);
});

it('shares no statement among databases, and bounds one', async () => {
  const sizes: [Database, number][] = [];
  const count = batched(async (on: Database, items: readonly number[]) => {
    sizes.push([on, items.length]);
    return [...items];
  });
  const other = { ...db };
  const numbers = Array.from({ length: 250 }, (_, n) => n);
  const [mine] = await Promise.all([
    Promise.all(numbers.map((n) => count(db, n))),
    Promise.all([1, 2].map((n) => count(other, n))),
  ]);
  expect(mine).toEqual(numbers);
  expect(sizes.filter(([on]) => on === other).map(([, size]) => size)).toEqual([2]);
  expect(sizes.filter(([on]) => on === db).map(([, size]) => size)).toEqual([100, 100, 50]);
});
