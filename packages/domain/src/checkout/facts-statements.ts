import { execute, only, type Queryable, query, sql } from '@tillgate/db';
import { dayMs, hourMs, later, minuteMs } from '../kernel/time.ts';
import { type SentPrompt, takesLinks, type WaitingAttempt } from '../links/index.ts';

/** The newest attempts of a link that are looked at. Older ones have their outcome. */
const liveScanMax = 2_000;
/** More prompts than any limit counts. */
const promptsReadMax = 1_000;

/**
 * Makes transactions that decide about prompts of one application, or to one phone, run one after another: each sees what
 * those before it decided. Locks are taken in this order.
 */
export async function lockPrompts(db: Queryable, { applicationId, environment, phone }: WaitingAttempt): Promise<void> {
  for (const name of [`link prompts ${applicationId} ${environment}`, `link prompts ${environment} ${phone}`]) {
    await execute(db, 'link_prompts_lock', sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
  }
}

export type StoredFacts = {
  isAvailable: boolean;
  liveCount: number;
  liveNewestAt: Date | null;
  linkRecent: Date[];
  linkCount: number;
  applicationRecent: Date[];
  phone: SentPrompt[];
  lastFailure: { resultCode: string; settledAt: Date } | null;
};

/** What {@link decideAttempt} looks at, from the rows, in one statement. */
export async function readFacts(db: Queryable, attempt: WaitingAttempt, now: Date): Promise<StoredFacts> {
  const { id, linkId, applicationId, environment, phone } = attempt;
  const rows = await query<StoredFacts>(
    db,
    'link_attempt_facts',
    sql`
      WITH other AS MATERIALIZED (
        SELECT a.state, a.prompt_at, a.payment_id FROM link_attempts a
        WHERE a.link_id = ${linkId}::uuid AND a.id <> ${id}::uuid AND a.prompt_at IS NOT NULL
        ORDER BY a.created_at DESC LIMIT ${liveScanMax}),
      live AS (
        SELECT o.prompt_at FROM other o LEFT JOIN payments p ON p.id = o.payment_id
        WHERE o.state = 'waiting' OR p.status = 'pending'
          OR p.status = 'success' AND NOT EXISTS (SELECT 1 FROM link_credits c WHERE c.payment_id = p.id)),
      to_phone AS (
        SELECT a.prompt_at, a.link_id, p.status, p.result_code, p.result_desc, p.settled_at
        FROM link_attempts a LEFT JOIN payments p ON p.id = a.payment_id
        WHERE a.phone = ${phone} AND a.environment = ${environment}::"Environment" AND a.id <> ${id}::uuid
          AND a.prompt_at > ${later(now, -dayMs)}::timestamptz
        ORDER BY a.prompt_at DESC LIMIT ${promptsReadMax})
      SELECT
        EXISTS (
          SELECT 1 FROM applications a JOIN organizations o ON o.id = a.organization_id
          WHERE a.id = ${applicationId}::uuid AND ${takesLinks(sql`o`, sql`${environment}::text`)}) AS "isAvailable",
        (SELECT count(*)::int FROM live) AS "liveCount",
        (SELECT max(prompt_at) FROM live) AS "liveNewestAt",
        ARRAY(SELECT prompt_at FROM other WHERE prompt_at > ${later(now, -hourMs)}::timestamptz
          ORDER BY prompt_at DESC) AS "linkRecent",
        (SELECT count(*)::int FROM other) AS "linkCount",
        ARRAY(SELECT prompt_at FROM link_attempts
          WHERE application_id = ${applicationId}::uuid AND environment = ${environment}::"Environment"
            AND id <> ${id}::uuid AND prompt_at > ${later(now, -minuteMs)}::timestamptz
          ORDER BY prompt_at DESC LIMIT ${promptsReadMax}) AS "applicationRecent",
        coalesce((SELECT json_agg(json_build_object('at', prompt_at, 'status', status, 'resultCode', result_code,
          'resultDesc', result_desc) ORDER BY prompt_at DESC) FROM to_phone), '[]'::json) AS phone,
        (SELECT json_build_object('resultCode', result_code, 'settledAt', settled_at) FROM to_phone
          WHERE link_id = ${linkId}::uuid AND status = 'failed' AND settled_at IS NOT NULL
          ORDER BY prompt_at DESC LIMIT 1) AS "lastFailure"`,
  );
  const { phone: sent, lastFailure, ...facts } = only(rows);
  return {
    ...facts,
    phone: sent.map((prompt) => ({ ...prompt, at: new Date(prompt.at) })),
    lastFailure: lastFailure && { ...lastFailure, settledAt: new Date(lastFailure.settledAt) },
  };
}
