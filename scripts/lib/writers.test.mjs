// @ts-check
import { describe, expect, it } from 'vitest';
import { readWriters, statusColumnsIn, writersOf } from './writers.mjs';

const schema = `
enum ParcelStatus {
  due
}

model Parcel {
  id     String       @id
  status ParcelStatus @default(due)

  @@map("parcels")
}

model Stay {
  state     StayState @map("stay_state")
  createdAt DateTime

  @@map("stays")
}

model Tally {
  status ParcelStatus

  @@id([status])
  @@map("tallies")
}
`;
const columns = statusColumnsIn(schema);
const [parcel] = columns;

/** @param {string} text */
const writes = (text) =>
  writersOf(parcel ? [parcel] : [], [{ path: 'a.ts', text }]).get('parcels.status')?.length === 1;

it('finds the status columns of a schema, without those that are a part of an id', () => {
  expect(columns).toEqual([
    { model: 'parcel', table: 'parcels', field: 'status', column: 'status' },
    { model: 'stay', table: 'stays', field: 'state', column: 'stay_state' },
  ]);
});

describe('a file writes a status column when it has', () => {
  it.each([
    'sql`UPDATE parcels SET status = $1 WHERE id = $1`',
    "sql`UPDATE parcels p SET sent_at = $1, status = 'sent' FROM due`",
    'sql`WITH a AS (UPDATE parcels AS p SET n = (SELECT 1 FROM b WHERE c), status = $1) SELECT 1`',
    'sql`INSERT INTO parcels (id, status) VALUES (1, 2)`',
    "db.parcel.update({ where: { status: 'due' }, data: { sentAt: now, status: 'sent' } })",
    'tx.parcel.updateMany({ where, data: { status } })',
    "tx.parcel.create({ data: { ...rest, status: 'due' } })",
  ])('%s', (text) => expect(writes(text)).toBe(true));

  it.each([
    'sql`SELECT status FROM parcels WHERE status = $1`',
    'sql`UPDATE parcels SET sent_at = $1 WHERE status = $1`',
    'sql`UPDATE parcels SET n = CASE WHEN status = $1 THEN 1 END`',
    'sql`UPDATE parcels_of_others SET status = $1`',
    'sql`INSERT INTO parcels (id) SELECT id FROM due WHERE status = 1`',
    "db.parcel.update({ where: { status: 'due' }, data: { sentAt: now } })",
    "db.parcel.findMany({ where: { status: 'due' } })",
    "db.stay.update({ data: { status: 'sent' } })",
  ])('not: %s', (text) => expect(writes(text)).toBe(false));
});

it('some file writes each status column of this repository', () => {
  const writers = readWriters(new URL('../..', import.meta.url).pathname);
  expect(writers.size).toBeGreaterThan(9);
  expect([...writers.values()].every((files) => files.length > 0)).toBe(true);
});
