import { type Queryable, query, type Sql, sql } from '@tillgate/db';
import type { Tenant } from '../kernel/context.ts';
import type { FreshLine, KeptLine } from './compare-lines.ts';
import { reconciliationIssues } from './refusals.ts';
import { refusedFile } from './refused-file.ts';

/** One shortcode of one application. */
export type OwnedShortcode = Tenant & { shortcode: string };

/** Receipts that are looked up, and lines that are written, with one statement. */
const batchSize = 2_000;

export function* batches<T>(all: readonly T[]): Generator<T[]> {
  for (let from = 0; from < all.length; from += batchSize) yield all.slice(from, from + batchSize);
}

export const ofShortcode = ({ applicationId, environment, shortcode }: OwnedShortcode): Sql => sql`
  application_id = ${applicationId}::uuid AND environment = ${environment}::"Environment" AND shortcode = ${shortcode}`;

/** Whether the application uses a shortcode: by its credentials, a registration, or a payment. */
export async function usesShortcode(db: Queryable, owned: OwnedShortcode): Promise<boolean> {
  const rows = await query(
    db,
    'statement_uses_shortcode',
    sql`
      SELECT 1 FROM provider_credentials WHERE application_id = ${owned.applicationId}::uuid
        AND environment = ${owned.environment}::"Environment" AND ${owned.shortcode} IN (shortcode, till_number)
      UNION ALL SELECT 1 FROM c2b_registrations WHERE ${ofShortcode(owned)}
      LIMIT 1`,
  );
  return rows.length > 0;
}

/** The parts of a Prisma transaction that handwritten statements need. */
type Transaction = {
  $queryRaw<T>(statement: Sql): PromiseLike<T>;
  $executeRaw(statement: Sql): PromiseLike<number>;
};

/** The stored lines of some receipts. */
export async function listKept(
  tx: Transaction,
  owned: OwnedShortcode,
  receipts: readonly string[],
): Promise<KeptLine[]> {
  const kept: KeptLine[] = [];
  for (const batch of batches(receipts)) {
    const rows = await tx.$queryRaw<(Omit<KeptLine, CentsColumn> & Record<CentsColumn, string | null>)[]>(sql`
      SELECT account, occurrence, receipt, kind, completed_at AS "completedAt", paid_in_cents::text AS "paidInCents",
        withdrawn_cents::text AS "withdrawnCents", balance_cents::text AS "balanceCents"
      FROM statement_lines WHERE ${ofShortcode(owned)} AND receipt = ANY (${batch}::text[])`);
    for (const row of rows) {
      kept.push({
        ...row,
        paidInCents: Number(row.paidInCents),
        withdrawnCents: Number(row.withdrawnCents),
        balanceCents: row.balanceCents === null ? null : Number(row.balanceCents),
      });
    }
  }
  return kept;
}

type CentsColumn = 'paidInCents' | 'withdrawnCents' | 'balanceCents';

/** Lets imports of one shortcode run one after another. */
export async function lockShortcode(
  tx: Transaction,
  { applicationId, environment, shortcode }: OwnedShortcode,
): Promise<void> {
  const key = `statement ${applicationId} ${environment} ${shortcode}`;
  await tx.$executeRaw(sql`SELECT pg_advisory_xact_lock(hashtextextended(${key}, 0))`);
}

/**
 * Stores lines of a statement. `ordinal` is the line's number in order of time.
 * @throws DomainError invalid_input when the number of a line is taken: it names the row
 */
export async function insertLines(
  tx: Transaction,
  owned: OwnedShortcode,
  { statementId, account }: { statementId: string; account: string },
  lines: readonly (FreshLine & { ordinal: number })[],
): Promise<void> {
  for (const batch of batches(lines)) {
    const kept = await tx.$queryRaw<{ row: number }[]>(sql`
      INSERT INTO statement_lines (id, statement_id, application_id, environment, shortcode, account, receipt, kind, occurrence,
        completed_at, file_row, ordinal, paid_in_cents, withdrawn_cents, balance_cents, details, line_type, other_party, linked_receipt,
        account_ref)
      SELECT gen_random_uuid(), ${statementId}::uuid, ${owned.applicationId}::uuid, ${owned.environment}::"Environment",
        ${owned.shortcode}, ${account}, l.receipt, l.kind::"StatementLineKind", l.occurrence, l."completedAt", l.row, l.ordinal, l."paidInCents",
        l."withdrawnCents", l."balanceCents", l.details, l.type, l."otherParty", l."linkedReceipt", l."accountRef"
      FROM jsonb_to_recordset(${JSON.stringify(batch)}::jsonb) AS l(receipt text, kind text, occurrence int,
        "completedAt" timestamptz, row int, ordinal int, "paidInCents" bigint, "withdrawnCents" bigint, "balanceCents" bigint, details text, type text,
        "otherParty" text, "linkedReceipt" text, "accountRef" text)
      ON CONFLICT DO NOTHING RETURNING file_row AS row`);
    const rows = new Set(kept.map(({ row }) => row));
    const refused = batch.find(({ row }) => !rows.has(row));
    if (refused) throw refusedFile(reconciliationIssues.fileRowKept({ row: refused.row, receipt: refused.receipt }));
  }
}
