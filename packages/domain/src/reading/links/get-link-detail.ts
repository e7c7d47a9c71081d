import { query, sql } from '@tillgate/db';
import type { z } from 'zod';
import { requirePermission } from '../../kernel/authority.ts';
import type { TenantContext } from '../../kernel/context.ts';
import { parseInput } from '../../kernel/input.ts';
import {
  countPrompts,
  decideReopen,
  type LinkView,
  linkIdSchema,
  promptsLeftOf,
  type WithPayPages,
} from '../../links/index.ts';
import { type ActorView, describeActors } from '../actors.ts';
import { shortPhone } from '../payments/index.ts';
import { demandLink, viewOf } from './get-link.ts';

/** The newest tries that declined prompts are counted in. */
const declinedScanMax = 500;
/** The customer closed the prompt. */
const declinedCode = '1032';

/** A link for people. The phone number that is filled in is masked. */
export type LinkDetail = LinkView & {
  endedAt: Date | null;
  by: ActorView;
  /** Declined prompts among the newest tries, and how many tries were looked at. */
  declined: { count: number; of: number };
  /** How many requests its page can still send; null where there is no such limit. */
  promptsLeft: number | null;
  /** Whether it ended and somebody can open it again. */
  isReopenable: boolean;
};

/**
 * A link with who made it and how its prompts went.
 * @throws DomainError forbidden, not_found: a foreign, a missing and a malformed id look the same
 */
export async function getLinkDetail(
  ctx: TenantContext & WithPayPages,
  input: z.input<typeof linkIdSchema>,
): Promise<LinkDetail> {
  requirePermission(ctx, 'links.read');
  const { linkId } = parseInput(linkIdSchema, input);
  const row = await demandLink(ctx, linkId);
  const [declined, sent, made] = await Promise.all([
    countDeclined(ctx, row.id),
    countPrompts(ctx.db.pool, row.id),
    ctx.db.prisma.paymentLink.findUniqueOrThrow({ where: { id: row.id }, select: { createdBy: true } }),
  ]);
  const who = await describeActors(ctx.db.prisma, ctx.tenant.applicationId, [made.createdBy]);
  const { phone, ...link } = viewOf(ctx, row);
  return {
    ...link,
    phone: shortPhone(phone),
    endedAt: row.endedAt,
    by: who(made.createdBy),
    declined,
    promptsLeft: promptsLeftOf(row, sent),
    isReopenable: decideReopen(row, ctx.clock.now()).kind === 'opens',
  };
}

async function countDeclined({ db }: TenantContext, linkId: string): Promise<LinkDetail['declined']> {
  const [counts] = await query<LinkDetail['declined']>(
    db.pool,
    'link_count_declined',
    sql`
      SELECT count(*)::int AS of,
        count(*) FILTER (WHERE EXISTS (
          SELECT 1 FROM payments p WHERE p.id = a.payment_id AND p.status = 'failed' AND p.result_code = ${declinedCode}
        ))::int AS count
      FROM (
        SELECT payment_id FROM link_attempts WHERE link_id = ${linkId}::uuid ORDER BY created_at DESC, id DESC
        LIMIT ${declinedScanMax}) a`,
  );
  return counts ?? { count: 0, of: 0 };
}
