import { type Queryable, query, sql } from '@tillgate/db';
import { factsSince, type LinkPrompt, linkPromptsCounted } from '../guards/index.ts';
import type { Tenant } from '../kernel/context.ts';
import type { NewPayment } from './statements.ts';

/** More prompts than are counted: they are found by when they were decided about, and counted by when they began. */
const readMax = 2 * linkPromptsCounted;

const keyOf = ({ applicationId, environment }: Tenant) => `${applicationId} ${environment}`;

/**
 * The last prompts of payment links of each application whose outcome is known, for payments that are about to begin; one
 * statement for each application, and none where there is no payment.
 */
export async function readLinkPrompts(
  db: Queryable,
  payments: readonly NewPayment[],
): Promise<(tenant: Tenant) => LinkPrompt[]> {
  const found = new Map<string, LinkPrompt[]>();
  for (const { applicationId, environment, createdAt } of payments) {
    const key = keyOf({ applicationId, environment });
    if (found.has(key)) continue;
    const rows = await query<LinkPrompt>(
      db,
      'payments_guard_link_prompts',
      sql`
        SELECT known.settled_at AS "settledAt", known.status = 'failed' AS "hasFailed" FROM (
          SELECT p.id, p.created_at, p.settled_at, p.status
          FROM link_attempts a JOIN payments p ON p.id = a.payment_id
          WHERE a.application_id = ${applicationId}::uuid AND a.environment = ${environment}::"Environment"
            AND a.prompt_at > ${factsSince(createdAt)}::timestamptz AND p.status <> 'pending'
            AND p.settled_at IS NOT NULL AND p.created_at > ${factsSince(createdAt)}::timestamptz
          ORDER BY a.prompt_at DESC LIMIT ${readMax}::int) known
        ORDER BY known.created_at DESC, known.id DESC LIMIT ${linkPromptsCounted}::int`,
    );
    found.set(key, rows);
  }
  return (tenant) => found.get(keyOf(tenant)) ?? [];
}
