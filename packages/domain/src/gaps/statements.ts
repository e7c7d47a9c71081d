import { execute, type Prisma, type Queryable, query, sql } from '@tillgate/db';
import type { Gap } from './gap.ts';

// Every statement that writes `gaps.is_open` is in this file.

/** The gap that was opened last, open or closed. */
export async function findLastGap(db: Queryable): Promise<Gap | undefined> {
  const [gap] = await query<Gap>(
    db,
    'gap_last',
    sql`
      SELECT g.id, g.since, g.opened_at AS "openedAt", g.closed_at AS "closedAt", g.apis,
        (SELECT count(*)::int FROM gap_readings r WHERE r.gap_id = g.id AND r.is_whole) AS "wholeReadings"
      FROM gaps g ORDER BY g.opened_at DESC LIMIT 1`,
  );
  return gap;
}

type Tx = Prisma.TransactionClient;

/** (none) → open. @returns false when one is open already */
export async function insertGap(
  tx: Tx,
  { id, since, reason, apis, by, at }: { id: string; since: Date; reason: string; apis: number; by: string; at: Date },
): Promise<boolean> {
  const data = { id, since, reason, apis, openedBy: by, openedAt: at };
  const { count } = await tx.gap.createMany({ data, skipDuplicates: true });
  return count === 1;
}

/** Changes how many APIs have to read their keys back. @returns the open gap as it was; undefined when none is open */
export async function storeApis(tx: Tx, apis: number): Promise<{ id: string; apis: number } | undefined> {
  const open = await tx.gap.findFirst({ where: { isOpen: true }, select: { id: true, apis: true } });
  if (!open) return undefined;
  const { count } = await tx.gap.updateMany({ where: { id: open.id, isOpen: true }, data: { apis } });
  return count === 1 ? open : undefined;
}

/** open → closed. @returns the id of the gap; undefined when none is open */
export async function endGap(tx: Tx, by: { actor: string; note: string; at: Date }): Promise<string | undefined> {
  const open = await tx.gap.findFirst({ where: { isOpen: true }, select: { id: true } });
  if (!open) return undefined;
  const data = { isOpen: false, closedAt: by.at, closedBy: by.actor, closingNote: by.note };
  const { count } = await tx.gap.updateMany({ where: { id: open.id, isOpen: true }, data });
  return count === 1 ? open.id : undefined;
}

/** Notes that the keys of a journal are back. A journal is read once for each gap. */
export async function insertReading(
  db: Queryable,
  reading: { gapId: string; journal: string; keys: number; isWhole: boolean; at: Date },
): Promise<void> {
  await execute(
    db,
    'gap_read',
    sql`
      INSERT INTO gap_readings (gap_id, journal, keys, is_whole, read_at)
      VALUES (${reading.gapId}::uuid, ${reading.journal}, ${reading.keys}::int, ${reading.isWhole}, ${reading.at}::timestamptz)
      ON CONFLICT (gap_id, journal) DO NOTHING`,
  );
}

/** Whether a journal was read for a gap. */
export async function hasReading(db: Queryable, gapId: string, journal: string): Promise<boolean> {
  const rows = await query<{ gapId: string }>(
    db,
    'gap_reading_find',
    sql`SELECT gap_id AS "gapId" FROM gap_readings WHERE gap_id = ${gapId}::uuid AND journal = ${journal}`,
  );
  return rows.length > 0;
}
