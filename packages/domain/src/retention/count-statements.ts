import { only, type Queryable, query, type Sql, sql } from '@tillgate/db';
import type { RetentionKind } from './retention.ts';

/** Applications, and the time before which the rows of each are old. `shared`: that time for rows without an application. */
type OldOf = { ids: string[]; before: Date[]; shared: Date; max: number };

/** Counts the rows that `clear-statements.ts` would find. A provider's answer counts until it is erased. */
function found(kind: RetentionKind, { ids, before, shared }: OldOf): Sql {
  const of = sql`unnest(${ids}::uuid[], ${before}::timestamptz[]) AS o(application_id, before)`;
  const isNotDue = sql`NOT EXISTS (SELECT 1 FROM webhook_deliveries d WHERE d.status = 'due' AND `;
  switch (kind) {
    case 'requests':
      return sql`${of} JOIN api_requests t ON t.application_id = o.application_id AND t.created_at < o.before`;
    case 'attempts':
      return sql`
        ${of} JOIN webhook_endpoints e ON e.application_id = o.application_id
          JOIN webhook_attempts t ON t.endpoint_id = e.id AND t.started_at < o.before
        WHERE ${isNotDue} d.id = t.delivery_id)`;
    case 'event_bodies':
      return sql`
        ${of} JOIN webhook_events t ON t.application_id = o.application_id AND t.created_at < o.before
        WHERE t.body_erased_at IS NULL AND ${isNotDue} d.event_id = t.id)`;
    case 'callback_bodies':
      return sql`
        ${of} JOIN provider_callbacks t ON t.application_id = o.application_id AND t.received_at < o.before
        WHERE t.body_erased_at IS NULL AND t.retry_at IS NULL AND (t.state = 'applied' OR NOT EXISTS (
          SELECT 1 FROM reviews r WHERE r.subject_kind = 'callback' AND r.subject_id = t.id AND r.status = 'open'))`;
    case 'inquiry_answers':
      return sql`
        ${of} JOIN inquiries t ON t.application_id = o.application_id AND t.created_at < o.before WHERE t.raw IS NOT NULL`;
    case 'link_attempts':
      return sql`${of} JOIN link_attempts t ON t.application_id = o.application_id AND t.created_at < o.before
        AND t.payment_id IS NULL AND t.state <> 'waiting'`;
    case 'guard_decisions':
      return sql`${of} JOIN guard_decisions t ON t.application_id = o.application_id AND t.at < o.before`;
    case 'mails':
      return sql`mails t WHERE t.ended_at < ${shared}::timestamptz`;
    case 'sessions':
      return sql`sessions t WHERE t.expires_at < ${shared}::timestamptz`;
    case 'links':
      return sql`password_resets t WHERE t.expires_at < ${shared}::timestamptz`;
    case 'astray_callbacks':
      return sql`astray_callbacks t WHERE t.received_at < ${shared}::timestamptz`;
    case 'provider_periods':
      return sql`provider_periods t WHERE t.ended_at < ${shared}::timestamptz`;
  }
}

export async function countOld(db: Queryable, kind: RetentionKind, old: OldOf): Promise<number> {
  const rows = await query<{ count: number }>(
    db,
    `retention_count_${kind}`,
    sql`SELECT count(*)::int AS count FROM (SELECT 1 FROM ${found(kind, old)} LIMIT ${old.max}::int) f`,
  );
  return only(rows).count;
}
