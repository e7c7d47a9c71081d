import { execute, join, type Queryable, query, raw, type Sql, sql } from '@tillgate/db';
import type { Place, PlaceColumn } from './places.ts';

/** Whose rows, and what is looked for in them. */
export type Search = {
  applicationIds: string[];
  /** Payments and disbursements of the person, and their receipts. */
  ids: string[];
  receipts: string[];
  /** A regular expression of PostgreSQL. */
  phone: string;
};

/** A condition of a place, with its parameters. */
function condition(text: string, { applicationIds, ids, receipts }: Search): Sql {
  const values: Record<string, Sql> = {
    $apps: sql`${applicationIds}::uuid[]`,
    $ids: sql`${ids}::uuid[]`,
    $receipts: sql`${receipts}::text[]`,
  };
  return text.split(/(\$apps|\$ids|\$receipts)/).reduce((so, part) => sql`${so}${values[part] ?? raw(part)}`, sql``);
}

/** A column as text: bytes outside of ASCII are escaped. */
function asText({ name, kind }: PlaceColumn): Sql {
  return raw(kind === 'bytea' ? `encode(t.${name}, 'escape')` : `t.${name}::text`);
}

/** The next keys of a place, and the rows among them that have the number or are about its money. */
function found(place: Place, search: Search, after: string, limit: number): { next: Sql; hit: Sql } {
  const { table, key, tenant, about, columns } = place;
  const listed = raw(key.listedIn ? 'id' : key.column);
  const all = sql`concat_ws(chr(10), ${join(columns.map(asText))})`;
  return {
    next: sql`
      SELECT t.${listed} AS key FROM ${raw(key.listedIn ?? table)} t
      WHERE ${condition(tenant, search)} AND t.${listed} > ${after}::${raw(key.type)}
      ORDER BY t.${listed} LIMIT ${limit}::int`,
    hit: sql`(${all} ~* ${search.phone}::text ${about ? sql`OR ${condition(about, search)}` : sql``})`,
  };
}

const lastAndSeen = sql`
  (SELECT key::text FROM next ORDER BY key DESC LIMIT 1) AS last, (SELECT count(*)::int FROM next) AS seen`;

type Batch = { search: Search; after: string; limit: number };

/** The columns of a row that may be rewritten, in the order of the place; bytes are in base64. */
export type StoredRow = { key: string; part: number; columns: (string | null)[] };

/**
 * Locks the rows of one batch that name the person or are about their money.
 * @param after the key of the last row of the batch before
 */
export async function lockBatch(
  db: Queryable,
  place: Place,
  { search, after, limit }: Batch,
): Promise<{ last: string | null; seen: number; rows: StoredRow[] }> {
  const { next, hit } = found(place, search, after, limit);
  const columns = place.columns.map(({ name, kind }) =>
    raw(kind === 'bytea' ? `encode(t.${name}, 'base64')` : `t.${name}::text`),
  );
  const [batch] = await query<{ last: string | null; seen: number; rows: StoredRow[] | null }>(
    db,
    `subject_lock_${place.table}`,
    sql`
      WITH next AS MATERIALIZED (${next}),
      hits AS MATERIALIZED (
        SELECT n.key::text AS key, ${part(place)} AS part, ARRAY[${join(columns)}]::text[] AS columns
        FROM ${raw(place.table)} t JOIN next n ON t.${raw(place.key.column)} = n.key WHERE ${hit} FOR UPDATE OF t)
      SELECT ${lastAndSeen}, (SELECT json_agg(hits) FROM hits) AS rows`,
  );
  return { last: batch?.last ?? null, seen: batch?.seen ?? 0, rows: batch?.rows ?? [] };
}

/** Writes rows that {@link lockBatch} locked in the same transaction. */
export async function writeBatch(db: Queryable, place: Place, rows: readonly StoredRow[], at: Date): Promise<void> {
  const written = place.columns.map(({ name, kind }, index) => ({
    values: sql`${rows.map(({ columns }) => columns[index] ?? null)}::text[]`,
    column: raw(`c${index}`),
    set: raw(kind === 'bytea' ? `${name} = decode(v.c${index}, 'base64')` : `${name} = v.c${index}::${kind}`),
  }));
  const stamp = place.stamp ? sql`, ${raw(place.stamp)} = coalesce(t.${raw(place.stamp)}, ${at}::timestamptz)` : sql``;
  await execute(
    db,
    `subject_write_${place.table}`,
    sql`
      UPDATE ${raw(place.table)} t SET ${join(written.map(({ set }) => set))} ${stamp}
      FROM unnest(${rows.map(({ key }) => key)}::${raw(place.key.type)}[], ${rows.map((row) => row.part)}::int[],
          ${join(written.map(({ values }) => values))})
        AS v(key, part, ${join(written.map(({ column }) => column))})
      WHERE t.${raw(place.key.column)} = v.key AND ${part(place)} = v.part`,
  );
}

/** The second part of a key; 0 where there is none. */
const part = ({ key }: Place) => raw(key.part ? `t.${key.part}` : '0');

/** Removes the rows of one batch that name the person. */
export async function removeBatch(
  db: Queryable,
  place: Place,
  { search, after, limit }: Batch,
): Promise<{ last: string | null; seen: number; changed: number }> {
  const { next, hit } = found(place, search, after, limit);
  const [page] = await query<{ last: string | null; seen: number; changed: number }>(
    db,
    `subject_remove_${place.table}`,
    sql`
      WITH next AS MATERIALIZED (${next}),
      removed AS (
        DELETE FROM ${raw(place.table)} t USING next n WHERE t.${raw(place.key.column)} = n.key AND ${hit} RETURNING 1)
      SELECT ${lastAndSeen}, (SELECT count(*)::int FROM removed) AS changed`,
  );
  return page ?? { last: null, seen: 0, changed: 0 };
}

/** The rows of one batch that name the person, or are about their money, as JSON; bytes are in base64. */
export async function exportBatch(
  db: Queryable,
  place: Place,
  { search, after, limit }: Batch,
): Promise<{ last: string | null; seen: number; rows: Record<string, unknown>[] }> {
  const { next, hit } = found(place, search, after, limit);
  const shown = place.shown
    ? sql`jsonb_build_object(${join(place.shown.map((name) => sql`${name}::text, t.${raw(name)}`))})`
    : sql`(to_jsonb(t) - ${[...(place.secret ?? [])]}::text[])`;
  const bytes = place.columns.filter(({ kind }) => kind === 'bytea').map(({ name }) => name);
  const texts = bytes.map((name) => sql`|| jsonb_build_object(${name}::text, encode(t.${raw(name)}, 'base64'))`);
  const [page] = await query<{ last: string | null; seen: number; rows: Record<string, unknown>[] | null }>(
    db,
    `subject_export_${place.table}`,
    sql`
      WITH next AS MATERIALIZED (${next})
      SELECT ${lastAndSeen},
        (SELECT jsonb_agg(${shown} ${texts.reduce((a, b) => sql`${a} ${b}`, sql``)})
          FROM ${raw(place.table)} t JOIN next n ON t.${raw(place.key.column)} = n.key
          WHERE ${hit}) AS rows`,
  );
  return { last: page?.last ?? null, seen: page?.seen ?? 0, rows: page?.rows ?? [] };
}

/** A payment or disbursement of a person. `name`: who paid or was paid, as the provider reported. */
export type OwnRow = { id: string; status: string; receipt: string | null; name: string | null; createdAt: Date };

/** Payments and disbursements with this number, in any of its forms. */
export function listOwn(db: Queryable, applicationIds: string[], forms: string[]): Promise<OwnRow[]> {
  return query<OwnRow>(
    db,
    'subject_own',
    sql`
      SELECT id, status::text, provider_receipt AS receipt, payer_name AS name, created_at AS "createdAt" FROM payments
      WHERE application_id = ANY(${applicationIds}::uuid[]) AND environment = ANY(enum_range(NULL::"Environment"))
        AND phone = ANY(${forms}::text[])
      UNION ALL
      SELECT id, status::text, provider_receipt, payee_name, created_at FROM disbursements
      WHERE application_id = ANY(${applicationIds}::uuid[]) AND environment = ANY(enum_range(NULL::"Environment"))
        AND phone = ANY(${forms}::text[])`,
  );
}

/** Open work that concerns a person, as sentences. */
export async function listUnfinished(
  db: Queryable,
  { applicationIds, ids, forms, phone }: { applicationIds: string[]; ids: string[]; forms: string[]; phone: string },
): Promise<string[]> {
  const rows = await query<{ what: string }>(
    db,
    'subject_unfinished',
    sql`
      SELECT 'a confirmation that waits' AS what FROM held_confirmations
      WHERE application_id = ANY(${applicationIds}::uuid[])
        AND (phone = ANY(${forms}::text[]) OR payer_phone = ANY(${forms}::text[]))
      UNION SELECT 'a callback that is not applied' FROM provider_callbacks
      WHERE subject_id = ANY(${ids}::uuid[]) AND retry_at IS NOT NULL
      UNION SELECT 'a webhook that is still being delivered'
      FROM webhook_events v JOIN webhook_deliveries d ON d.event_id = v.id
      WHERE v.subject_id = ANY(${ids}::uuid[]) AND d.status = 'due'
      UNION SELECT 'an open review' FROM reviews WHERE subject_id = ANY(${ids}::uuid[]) AND status = 'open'
      UNION SELECT 'a request that waits for approval' FROM orders
      WHERE application_id = ANY(${applicationIds}::uuid[]) AND status IN ('awaiting_approval', 'approved')
        AND (resource_id = ANY(${ids}::uuid[]) OR input::text ~* ${phone}::text)`,
  );
  return rows.map(({ what }) => what);
}
