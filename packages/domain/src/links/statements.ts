import {
  breaksConstraint,
  empty,
  execute,
  type LinkEnding,
  only,
  type Queryable,
  query,
  type Sql,
  sql,
} from '@tillgate/db';
import { type Audit, insertAudit } from '../audit/index.ts';
import { type Claim, completeClaim, insertClaim } from '../idempotency/index.ts';
import type { Tenant } from '../kernel/context.ts';
import { type FrozenEvent, freezeEvent } from '../outbox/index.ts';
import { type NewReview, openReviews } from '../reviews/index.ts';
import { openLinksMax } from './link.ts';
import type { LinkRow } from './link-view.ts';

// Every statement that writes `payment_links.status` is in this file, and names the state that it leaves.

/** What a {@link LinkRow} is read from. */
export const linkColumns: Sql = sql`
  id, application_id AS "applicationId", environment, token_hash AS "tokenHash", kind, status, ended_by AS "endedBy",
  ended_at AS "endedAt", endings, title, description, amount, amount_min AS "amountMin", amount_max AS "amountMax", choices,
  account_reference AS "accountReference", reference_prefix AS "referencePrefix", fields, expires_at AS "expiresAt",
  payments_max AS "paymentsMax", phone, prompts_allowed AS "promptsAllowed", return_url AS "returnUrl", language, offline, created_at AS "createdAt",
  paid_count AS "paidCount", paid_amount::float8 AS "paidAmount"`;

export type NewLink = LinkRow & { referenceKey: string | null; metadata: string | null; createdBy: string };

/**
 * none → open, with the claim of its request and the audit entry, all or none.
 * @returns `claimed`: its key was claimed before, or a link has its id. `taken`: another open link has the reference. Nothing is written then
 */
export async function insertLink(
  db: Queryable,
  link: NewLink,
  { claim, outcome, audit }: { claim: Claim | undefined; outcome: unknown; audit: Audit },
): Promise<'made' | 'claimed' | 'taken'> {
  const { id, createdAt: at } = link;
  // Who has no right to claims writes a link without one.
  const claimed = claim === undefined ? empty : sql`claim AS (${insertClaim(claim, link)}),`;
  const rows = await query<{ isMade: boolean }>(
    db,
    claim === undefined ? 'link_insert_unclaimed' : 'link_insert',
    sql`
      WITH ${claimed}
      made AS (
        INSERT INTO payment_links (id, application_id, environment, token_hash, kind, status, title, description, amount,
          amount_min, amount_max, choices, account_reference, reference_key, reference_prefix, fields, expires_at,
          payments_max, phone, return_url, language, offline, metadata, created_by, created_at)
        SELECT ${id}::uuid, ${link.applicationId}::uuid, ${link.environment}::"Environment", ${link.tokenHash},
          ${link.kind}::"LinkKind", 'open', ${link.title}, ${link.description}, ${link.amount}::int, ${link.amountMin}::int,
          ${link.amountMax}::int, ${link.choices}::int[], ${link.accountReference}, ${link.referenceKey},
          ${link.referencePrefix}, ${JSON.stringify(link.fields)}::jsonb, ${link.expiresAt}::timestamptz,
          ${link.paymentsMax}::int, ${link.phone}, ${link.returnUrl}, ${link.language}::"LinkLanguage", ${link.offline},
          ${link.metadata}::json, ${link.createdBy}, ${at}::timestamptz
        ${claim === undefined ? empty : sql`WHERE EXISTS (SELECT 1 FROM claim)`}
        RETURNING id, application_id),
      audited AS (${insertAudit(sql`made`, audit, at)})
      SELECT EXISTS (SELECT 1 FROM made) AS "isMade"`,
  ).catch((error: unknown) => {
    if (isReferenceTaken(error)) return 'taken' as const;
    if (breaksConstraint(error, 'payment_links_pkey')) return 'claimed' as const;
    throw error;
  });
  if (rows === 'taken' || rows === 'claimed') return rows;
  if (!only(rows).isMade) return 'claimed';
  if (claim) await execute(db, 'link_claim_complete', completeClaim({ id: claim.id, outcome }, at));
  return 'made';
}

/** Whether a statement failed because another open link has the reference. */
export function isReferenceTaken(error: unknown): boolean {
  return breaksConstraint(error, 'payment_links_open_reference_key');
}

/** Open links of a tenant, counted no further than the limit. */
export async function countOpenLinks(db: Queryable, { applicationId, environment }: Tenant): Promise<number> {
  const rows = await query<{ count: number }>(
    db,
    'links_count_open',
    sql`
      SELECT count(*)::int AS count FROM (
        SELECT 1 FROM payment_links
        WHERE application_id = ${applicationId}::uuid AND environment = ${environment}::"Environment" AND status = 'open'
        LIMIT ${openLinksMax}) open`,
  );
  return only(rows).count;
}

/** A link of a tenant, locked until the transaction ends: its status, its payments and its limits do not change meanwhile. */
export async function lockLink(
  db: Queryable,
  id: string,
  { applicationId, environment }: Tenant,
): Promise<LinkRow | undefined> {
  const [row] = await query<LinkRow>(
    db,
    'link_lock',
    sql`
      SELECT ${linkColumns} FROM payment_links
      WHERE id = ${id}::uuid AND application_id = ${applicationId}::uuid AND environment = ${environment}::"Environment"
      FOR NO KEY UPDATE`,
  );
  return row;
}

/** open → ended, with its event. By expiry only when its time is over: somebody may have changed it meanwhile. */
export async function storeEnd(
  db: Queryable,
  id: string,
  to: { endedBy: LinkEnding; at: Date; event: FrozenEvent; audit: Audit | null },
): Promise<boolean> {
  const written = await execute(
    db,
    'link_end',
    sql`
      WITH ended AS (
        UPDATE payment_links SET status = 'ended', ended_by = ${to.endedBy}::"LinkEnding", ended_at = ${to.at}::timestamptz,
          endings = endings + 1
        WHERE id = ${id}::uuid AND status = 'open' AND (${to.endedBy}::text <> 'expiry' OR expires_at <= ${to.at}::timestamptz)
        RETURNING id, application_id, environment),
      ${freezeEvent(sql`ended`, to.event, to.at)},
      audited AS (${insertAudit(sql`ended`, to.audit, to.at)})
      SELECT id FROM ended`,
  );
  return written === 1;
}

/** ended → open. @throws when another open link has the reference by now: {@link isReferenceTaken} */
export async function storeReopening(
  db: Queryable,
  id: string,
  to: { expiresAt: Date | null; at: Date; audit: Audit },
): Promise<void> {
  await execute(
    db,
    'link_reopen',
    sql`
      WITH opened AS (
        UPDATE payment_links SET status = 'open', ended_by = NULL, ended_at = NULL, expires_at = ${to.expiresAt}::timestamptz
        WHERE id = ${id}::uuid AND status = 'ended' RETURNING id, application_id)
      ${insertAudit(sql`opened`, to.audit, to.at)}`,
  );
}

/** Open links whose time is over, at most `limit`. */
export async function listExpired(
  db: Queryable,
  now: Date,
  limit: number,
): Promise<(Tenant & { id: string; endings: number })[]> {
  return query(
    db,
    'links_expired',
    sql`
      SELECT id, application_id AS "applicationId", environment, endings FROM payment_links
      WHERE status = 'open' AND expires_at <= ${now}::timestamptz ORDER BY expires_at LIMIT ${limit}`,
  );
}

/** A link by its id, locked like {@link lockLink}. */
export async function lockLinkOfCredit(db: Queryable, id: string): Promise<LinkRow | undefined> {
  const [row] = await query<LinkRow>(
    db,
    'link_lock_of_credit',
    sql`SELECT ${linkColumns} FROM payment_links WHERE id = ${id}::uuid FOR NO KEY UPDATE`,
  );
  return row;
}

export type NewCredit = {
  linkId: string;
  paymentId: string;
  attemptId: string | null;
  /** Whole KES. */
  amount: number;
  at: Date;
  isPaid: boolean;
  event: NonNullable<FrozenEvent>;
  reviews: NewReview[];
};

/**
 * A payment counts towards a link, with its event and reviews; open or ended → paid where it is paid now.
 * @returns false when the payment counts already; nothing is written then
 */
export async function storeCredit(db: Queryable, credit: NewCredit): Promise<boolean> {
  const { linkId, paymentId, attemptId, amount, at, isPaid } = credit;
  const rows = await query<{ isNew: boolean }>(
    db,
    'link_credit',
    sql`
      WITH credited AS (
        INSERT INTO link_credits (payment_id, link_id, application_id, environment, attempt_id, amount, credited_at)
        SELECT ${paymentId}::uuid, l.id, l.application_id, l.environment, ${attemptId}::uuid, ${amount}::int,
          ${at}::timestamptz
        FROM payment_links l WHERE l.id = ${linkId}::uuid
        ON CONFLICT (payment_id) DO NOTHING
        RETURNING payment_id AS id, application_id, environment),
      counted AS (
        UPDATE payment_links SET paid_count = paid_count + 1, paid_amount = paid_amount + ${amount}::int,
          status = CASE WHEN ${isPaid} THEN 'paid' ELSE status END,
          ended_by = CASE WHEN ${isPaid} THEN NULL ELSE ended_by END,
          ended_at = CASE WHEN ${isPaid} THEN NULL ELSE ended_at END
        WHERE id = ${linkId}::uuid AND EXISTS (SELECT 1 FROM credited)),
      reviewed AS (${openReviews(sql`credited`, 'payment', credit.reviews, at)}),
      ${freezeEvent(sql`credited`, credit.event, at)}
      SELECT EXISTS (SELECT 1 FROM credited) AS "isNew"`,
  );
  return only(rows).isNew;
}
