import type { Database, GuardMode, GuardRuleKind } from '@tillgate/db';
import type { Tenant } from '../../kernel/context.ts';

/** More than the rules and lists of an application can say about one payment. */
const decisionsMax = 50;

/** What a rule or a list said about one payment or payout, beside "pass". */
export type DecisionAbout = {
  id: string;
  kind: GuardRuleKind;
  /** As it was at that moment. */
  mode: GuardMode;
  /** ISO 8601. */
  at: string;
};

/**
 * What the rules and lists of a tenant said about a payment or payout that began all the same, oldest first. Whoever calls
 * it has asked for `policy.read`.
 */
export async function readDecisionsAbout(
  { prisma }: Pick<Database, 'prisma'>,
  { applicationId, environment }: Tenant,
  subject: { paymentId: string } | { disbursementId: string },
): Promise<DecisionAbout[]> {
  const rows = await prisma.guardDecision.findMany({
    where: { applicationId, environment, ...subject },
    orderBy: [{ at: 'asc' }, { id: 'asc' }],
    take: decisionsMax,
    select: { id: true, kind: true, mode: true, at: true },
  });
  return rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() }));
}
