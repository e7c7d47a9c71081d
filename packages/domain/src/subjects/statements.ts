import { join, type Queryable, query, raw, type Sql, sql } from '@tillgate/db';
import type { Place, PlaceColumn } from './places.ts';
import { erasedName, erasedPhone } from './subject.ts';

/** Whose rows, and what is looked for in them. */
export type Search = {
  applicationIds: string[];
  /** Payments and disbursements of the person, and their receipts. */
  ids: string[];
  receipts: string[];
  phone: string;
  names: string;
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

/** A column as text: bytes outside of ASCII are escaped, and come back the same. */
function asText({ name, kind }: PlaceColumn): Sql {
  return raw(kind === 'bytea' ? `encode(t.${name}, 'escape')` : `t.${name}::text`);
}

function rewritten(column: PlaceColumn, { phone, names }: Search): Sql {
  const numbers = sql`regexp_replace(${asText(column)}, ${phone}::text, ${erasedPhone}::text, 'gi')`;
  const both = sql`regexp_replace(${numbers}, ${names}::text, ${erasedName}::text, 'gi')`;
  if (column.kind === 'bytea') return sql`decode(${both}, 'escape')`;
  if (column.kind !== 'text') return sql`${both}::${raw(column.kind)}`;
  return column.max ? sql`left(${both}, greatest(${column.max}::int, char_length(t.${raw(column.name)})))` : both;
}

/** The next keys of a place, and the rows among them that name the person or are about their money. */
function found(place: Place, search: Search, after: string, limit: number): { next: Sql; hit: Sql } {
  const { table, key, tenant, about, columns } = place;
  const listed = raw(key.listedIn ? 'id' : key.column);
  const all = sql`concat_ws(chr(10), ${columns.map(asText).reduce((a, b) => sql`${a}, ${b}`)})`;
  const names = about ? sql`OR (${all} ~* ${search.names}::text AND ${condition(about, search)})` : sql``;
  return {
    next: sql`
      SELECT t.${listed} AS key FROM ${raw(key.listedIn ?? table)} t
      WHERE ${condition(tenant, search)} AND t.${listed} > ${after}::${raw(key.type)}
      ORDER BY t.${listed} LIMIT ${limit}::int`,
    hit: sql`(${all} ~* ${search.phone}::text ${names})`,
  };
}

type Page = { last: string | null; seen: number; changed: number };

/**
 * Rewrites or removes the rows of one batch. Everything that is not the person's stays as it is.
 * @param after the key of the last row of the batch before
 */
export async function eraseBatch(
  db: Queryable,
  place: Place,
  { search, after, limit, at }: { search: Search; after: string; limit: number; at: Date },
): Promise<Page> {
  const { next, hit } = found(place, search, after, limit);
  const sets = place.columns.map((column) => sql`${raw(column.name)} = ${rewritten(column, search)}`);
  if (place.stamp) sets.push(sql`${raw(place.stamp)} = coalesce(t.${raw(place.stamp)}, ${at}::timestamptz)`);
  const change = place.isRemoved
    ? sql`DELETE FROM ${raw(place.table)} t USING next n`
    : sql`UPDATE ${raw(place.table)} t SET ${sets.reduce((a, b) => sql`${a}, ${b}`)} FROM next n`;
  const rows = await query<Page>(
    db,
    `subject_erase_${place.table}`,
    sql`
      WITH next AS MATERIALIZED (${next}),
      erased AS (
        ${change} WHERE t.${raw(place.key.column)} = n.key AND ${hit} RETURNING 1)
      SELECT (SELECT key::text FROM next ORDER BY key DESC LIMIT 1) AS last, (SELECT count(*)::int FROM next) AS seen,
        (SELECT count(*)::int FROM erased) AS changed`,
  );
  return rows[0] ?? { last: null, seen: 0, changed: 0 };
}

/** The rows of one batch that name the person, or are about their money, as JSON; bytes are in base64. */
export async function exportBatch(
  db: Queryable,
  place: Place,
  { search, after, limit }: { search: Search; after: string; limit: number },
): Promise<{ last: string | null; seen: number; rows: Record<string, unknown>[] }> {
  const { next, hit } = found(place, search, after, limit);
  const about = place.about ? sql`OR ${condition(place.about, search)}` : sql``;
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
      SELECT (SELECT key::text FROM next ORDER BY key DESC LIMIT 1) AS last, (SELECT count(*)::int FROM next) AS seen,
        (SELECT jsonb_agg(${shown} ${texts.reduce((a, b) => sql`${a} ${b}`, sql``)})
          FROM ${raw(place.table)} t JOIN next n ON t.${raw(place.key.column)} = n.key
          WHERE ${hit} ${about}) AS rows`,
  );
  return { last: page?.last ?? null, seen: page?.seen ?? 0, rows: page?.rows ?? [] };
}

/** A payment or disbursement of a person. */
export type OwnRow = { id: string; status: string; receipt: string | null; createdAt: Date };

/** Payments and disbursements with this number, in any of its forms. */
export function listOwn(db: Queryable, applicationIds: string[], forms: string[]): Promise<OwnRow[]> {
  return query<OwnRow>(
    db,
    'subject_own',
    sql`
      SELECT id, status::text, provider_receipt AS receipt, created_at AS "createdAt" FROM payments
      WHERE application_id = ANY(${applicationIds}::uuid[]) AND environment = ANY(enum_range(NULL::"Environment"))
        AND phone = ANY(${forms}::text[])
      UNION ALL
      SELECT id, status::text, provider_receipt, created_at FROM disbursements
      WHERE application_id = ANY(${applicationIds}::uuid[]) AND environment = ANY(enum_range(NULL::"Environment"))
        AND phone = ANY(${forms}::text[])`,
  );
}

/** What still goes on about a person, in words; empty when nothing does. */
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
