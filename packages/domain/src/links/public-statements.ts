import {
  type Environment,
  execute,
  type LinkKind,
  type LinkLanguage,
  type Product,
  type Queryable,
  query,
  sql,
} from '@tillgate/db';
import type { RailName } from '../rails/index.ts';

// What the payment pages read and write. Their role has these views and no more.

/** A link as the views show it to anybody. */
export type PublicLinkRow = {
  id: string;
  applicationId: string;
  environment: Environment;
  kind: LinkKind;
  status: 'open' | 'paid' | 'ended';
  endedBy: string | null;
  title: string;
  description: string | null;
  /** Whole KES, as are all amounts. */
  amount: number | null;
  amountMin: number | null;
  amountMax: number | null;
  choices: number[];
  fields: unknown;
  expiresAt: Date | null;
  phone: string | null;
  accountReference: string | null;
  returnUrl: string | null;
  language: LinkLanguage;
  offline: boolean;
  paidAmount: number;
  merchantName: string;
  isSuspended: boolean;
  /** Where the merchant can be paid, its default first; none where it has no account (any more). */
  accounts: { rail: RailName; number: string }[];
  /** Of M-PESA. Null where the merchant has no account there. */
  product: Product | null;
  shortcode: string | null;
  tillNumber: string | null;
  /** Money with the reference of the link that has come, while it is not decided which payment it is. Whole KES. */
  heldAmount: number | null;
  /** Hosts that the application's pages may lead back to, now. */
  returnHosts: string[];
  /** Prompts that a link for one order has sent; 0 of another kind. */
  promptsSent: number;
  promptsAllowed: number;
};

export async function findPublicLink(db: Queryable, tokenHash: string): Promise<PublicLinkRow | undefined> {
  const [row] = await query<PublicLinkRow>(
    db,
    'public_link',
    sql`
      SELECT id, application_id AS "applicationId", environment, kind, status, ended_by AS "endedBy", title, description,
        amount, amount_min AS "amountMin", amount_max AS "amountMax", choices, fields, expires_at AS "expiresAt", phone,
        account_reference AS "accountReference", return_url AS "returnUrl", language, offline,
        paid_amount AS "paidAmount", merchant_name AS "merchantName", is_suspended AS "isSuspended", product, shortcode,
        till_number AS "tillNumber", held_amount AS "heldAmount", return_hosts AS "returnHosts",
        prompts_sent AS "promptsSent", prompts_allowed AS "promptsAllowed", accounts
      FROM public_links WHERE token_hash = ${tokenHash}`,
  );
  return row;
}

/** An attempt as the views show it to whoever has its address. */
export type PublicAttempt = {
  state: 'waiting' | 'handed' | 'refused' | 'stale';
  refusal: string | null;
  retryAt: Date | null;
  /** Whole KES: what was asked. */
  amount: number;
  createdAt: Date;
  maskedPhone: string;
  paymentId: string | null;
  /** The network that was asked; null before. */
  rail: RailName | null;
  paymentStatus: 'pending' | 'success' | 'failed' | null;
  /** Whole KES: what was paid. */
  paidAmount: number | null;
  reference: string | null;
  askedAt: Date | null;
  settledAt: Date | null;
  resultCode: string | null;
  resultDesc: string | null;
  receipt: string | null;
  /** Whole KES that went back to the payer. */
  refunded: number;
};

/** An attempt of this link. */
export async function findPublicAttempt(
  db: Queryable,
  of: { linkId: string; tokenHash: string },
): Promise<PublicAttempt | undefined> {
  const [row] = await query<PublicAttempt>(
    db,
    'public_attempt',
    sql`
      SELECT state, refusal, retry_at AS "retryAt", amount, created_at AS "createdAt", masked_phone AS "maskedPhone",
        payment_id AS "paymentId", payment_status AS "paymentStatus", paid_amount AS "paidAmount",
        account_ref AS "reference", coalesce(prompted_at, payment_created_at) AS "askedAt", settled_at AS "settledAt",
        result_code AS "resultCode", result_desc AS "resultDesc", provider_receipt AS "receipt", refunded, rail
      FROM public_attempts WHERE token_hash = ${of.tokenHash} AND link_id = ${of.linkId}::uuid`,
  );
  return row;
}

/** Whether a visit was sent before. */
export async function isVisitSent(db: Queryable, of: { linkId: string; visitHash: string }): Promise<boolean> {
  const rows = await query<{ id: string }>(
    db,
    'link_attempt_of_visit',
    sql`SELECT id FROM link_attempts WHERE link_id = ${of.linkId}::uuid AND visit_hash = ${of.visitHash}`,
  );
  return rows.length > 0;
}

export type NewAttempt = {
  id: string;
  linkId: string;
  applicationId: string;
  environment: Environment;
  visitHash: string;
  tokenHash: string;
  phone: string;
  amount: number;
  answers: Record<string, string>;
  language: LinkLanguage;
  isRepeat: boolean;
  createdAt: Date;
};

/** Notes that somebody wants to pay. A visit that was sent before adds nothing. */
export async function insertAttempt(db: Queryable, attempt: NewAttempt): Promise<boolean> {
  const written = await execute(
    db,
    'link_attempt_insert',
    sql`
      INSERT INTO link_attempts (id, link_id, application_id, environment, visit_hash, token_hash, phone, amount, answers,
        language, is_repeat, created_at)
      VALUES (${attempt.id}::uuid, ${attempt.linkId}::uuid, ${attempt.applicationId}::uuid,
        ${attempt.environment}::"Environment", ${attempt.visitHash}, ${attempt.tokenHash}, ${attempt.phone},
        ${attempt.amount}::int, ${JSON.stringify(attempt.answers)}::json, ${attempt.language}::"LinkLanguage",
        ${attempt.isRepeat}, ${attempt.createdAt}::timestamptz)
      ON CONFLICT DO NOTHING`,
  );
  return written === 1;
}
