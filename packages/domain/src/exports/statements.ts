import {
  type ExportFormat,
  type ExportLanguage,
  type ExportList,
  execute,
  type Prisma,
  type Queryable,
  query,
  sql,
} from '@tillgate/db';
import { type Audit, insertAudit } from '../audit/index.ts';
import type { Tenant } from '../kernel/context.ts';
import type { PeopleState } from './people-part.ts';

// Every statement that writes `exports.status` is in this file. The states that one may leave come from the core.

type Tx = Pick<Prisma.TransactionClient, 'export' | 'exportPart'>;
type From = Prisma.EnumExportStatusFilter['in'];

type NewExport = Tenant & {
  id: string;
  list: ExportList;
  format: ExportFormat;
  filter: object;
  columns: string[];
  timeZone: string;
  language: ExportLanguage;
  requestedBy: string;
  createdAt: Date;
  expectedRows: number;
  scheduleId?: string;
};

/** Inserts a queued export, with its audit entry. */
export async function insertExport(db: Queryable, made: NewExport, audit: Audit): Promise<void> {
  await query(
    db,
    'export_insert',
    sql`
      WITH made AS (
        INSERT INTO exports (id, application_id, environment, list, format, status, filter, columns, time_zone,
          language, requested_by, created_at, expected_rows, schedule_id)
        VALUES (${made.id}::uuid, ${made.applicationId}::uuid, ${made.environment}::"Environment",
          ${made.list}::"ExportList", ${made.format}::"ExportFormat", 'queued', ${JSON.stringify(made.filter)}::jsonb,
          ${made.columns}::text[], ${made.timeZone}, ${made.language}::"ExportLanguage", ${made.requestedBy}, ${made.createdAt}::timestamptz,
          ${made.expectedRows}::int, ${made.scheduleId ?? null}::uuid)
        RETURNING id, application_id)
      ${insertAudit(sql`made`, audit, made.createdAt)}`,
  );
}

type Part = {
  exportId: string;
  /** The number of parts that the worker read. If another worker was faster, nothing is stored. */
  partsBefore: number;
  body: Buffer;
  rows: number;
  /** The cursor of the next rows; null after the last rows. */
  next: { at: Date; id: string } | null;
  totals: { crc32: number; plainBytes: number; storedBytes: number };
  /** The same rows in the sheet for people, and what is remembered of it. */
  people?: { body: Buffer; state: PeopleState };
  now: Date;
};

/**
 * Stores the next part with the cursor behind it: queued or running → running. One commit, so a repeat after a crash
 * stores no row twice.
 * @returns false when another worker stored it, or the export has ended
 */
export async function addPart(db: Queryable, from: string[], part: Part): Promise<boolean> {
  const { totals, next, now, people } = part;
  const rows = await query<{ id: string }>(
    db,
    'export_add_part',
    sql`
      WITH grown AS (
        UPDATE exports SET status = 'running', part_count = part_count + 1, row_count = row_count + ${part.rows}::int,
          cursor_at = ${next?.at ?? null}::timestamptz, cursor_id = ${next?.id ?? null}::uuid,
          crc32 = ${totals.crc32}::bigint, plain_bytes = ${totals.plainBytes}::bigint,
          stored_bytes = ${totals.storedBytes}::bigint,
          people = ${people ? JSON.stringify(people.state) : null}::jsonb, worked_at = ${now}::timestamptz, attempts = 0
        WHERE id = ${part.exportId}::uuid AND status::text = ANY(${from}::text[]) AND part_count = ${part.partsBefore}::int
        RETURNING id, part_count),
      stored AS (
        INSERT INTO export_parts (export_id, number, body, people)
        SELECT id, part_count, ${part.body}::bytea, ${people?.body ?? null}::bytea FROM grown
        WHERE length(${part.body}::bytea) > 0)
      SELECT id FROM grown`,
  );
  return rows.length === 1;
}

type File = {
  exportId: string;
  parts: number;
  front: Buffer;
  /** What stands before the parts of the sheet for people. */
  peopleFront: Buffer | undefined;
  back: Buffer;
  bytes: number;
  sha256: string;
  now: Date;
  expiresAt: Date;
};

/**
 * running → ready, with the parts before and after all rows.
 * @returns false when another worker did it, or the export has ended
 */
export async function finish(tx: Tx, from: From, file: File): Promise<boolean> {
  const { exportId, parts, now } = file;
  const { count } = await tx.export.updateMany({
    where: { id: exportId, status: { in: from }, partCount: parts, cursorAt: null },
    data: {
      status: 'ready',
      fileBytes: file.bytes,
      fileSha256: file.sha256,
      endedAt: now,
      expiresAt: file.expiresAt,
      workedAt: now,
    },
  });
  if (count === 0) return false;
  const bodies = [
    { number: 0, body: file.front, people: file.peopleFront },
    { number: parts + 1, body: file.back, people: undefined },
  ].filter(({ body }) => body.length > 0);
  await tx.exportPart.createMany({
    data: bodies.map(({ number, body, people }) => {
      return { exportId, number, body: Uint8Array.from(body), people: people && Uint8Array.from(people) };
    }),
  });
  return true;
}

/**
 * queued or running → failed.
 * @returns false when it has ended
 */
export async function fail(tx: Tx, from: From, by: { exportId: string; error: string; now: Date }): Promise<boolean> {
  const { count } = await tx.export.updateMany({
    where: { id: by.exportId, status: { in: from } },
    data: { status: 'failed', error: by.error, endedAt: by.now },
  });
  return count === 1;
}

/**
 * queued or running → cancelled, with its audit entry.
 * @returns false when it has ended
 */
export async function cancel(
  db: Queryable,
  from: string[],
  exportId: string,
  now: Date,
  audit: Audit,
): Promise<boolean> {
  const written = await execute(
    db,
    'export_cancel',
    sql`
      WITH cancelled AS (
        UPDATE exports SET status = 'cancelled', ended_at = ${now}::timestamptz
        WHERE id = ${exportId}::uuid AND status::text = ANY(${from}::text[]) RETURNING id, application_id)
      ${insertAudit(sql`cancelled`, audit, now)}`,
  );
  return written === 1;
}

/** ready → expired, at most `limit`, when their time has come. */
export async function expire(db: Queryable, by: { now: Date; limit: number }): Promise<number> {
  return execute(
    db,
    'exports_expire',
    sql`
      UPDATE exports SET status = 'expired' WHERE id IN (
        SELECT id FROM exports WHERE status = 'ready' AND expires_at <= ${by.now}::timestamptz
        ORDER BY expires_at LIMIT ${by.limit}::int FOR NO KEY UPDATE SKIP LOCKED)`,
  );
}
