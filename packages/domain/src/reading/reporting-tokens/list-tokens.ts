import { requirePermission } from '../../kernel/authority.ts';
import type { ActorContext } from '../../kernel/context.ts';
import { parseInput } from '../../kernel/input.ts';
import { createReportingTokenSchema } from '../../reporting-tokens/index.ts';
import { type ActorView, describeActors } from '../actors.ts';

/** Most tokens that are shown, active ones first. The oldest inactive tokens are left out. */
const tokensShownMax = 500;

const inputSchema = createReportingTokenSchema.pick({ organizationId: true });

/** A reporting token as lists show it, without the token itself. */
type ReportingTokenView = {
  tokenId: string;
  name: string;
  lastFour: string;
  /** The one application that it reads; null: all of the organization. */
  application: { applicationId: string; name: string } | null;
  createdAt: Date;
  createdBy: ActorView;
  /** To the minute; null when it was never used. */
  lastUsedAt: Date | null;
  expiresAt: Date;
  revokedAt: Date | null;
  state: 'live' | 'expired' | 'revoked';
};

/**
 * The reporting tokens of an organization, active ones first, then the newest first.
 * @throws DomainError invalid_input
 */
export async function listReportingTokens(
  ctx: ActorContext,
  input: { organizationId: string },
): Promise<ReportingTokenView[]> {
  requirePermission(ctx, 'reportingTokens.read');
  const { organizationId } = parseInput(inputSchema, input);
  const now = ctx.clock.now();
  const rows = await ctx.db.prisma.reportingToken.findMany({
    where: { organizationId },
    orderBy: [{ revokedAt: { sort: 'desc', nulls: 'first' } }, { createdAt: 'desc' }, { id: 'desc' }],
    take: tokensShownMax,
    include: { application: { select: { id: true, name: true } } },
  });
  const who = await describeActors(
    ctx.db.prisma,
    [],
    rows.map(({ createdBy }) => createdBy),
  );
  const views = rows.map(
    ({
      id,
      name,
      lastFour,
      application,
      createdAt,
      createdBy,
      lastUsedAt,
      expiresAt,
      revokedAt,
    }): ReportingTokenView => ({
      tokenId: id,
      name,
      lastFour,
      application: application && { applicationId: application.id, name: application.name },
      createdAt,
      createdBy: who(createdBy),
      lastUsedAt,
      expiresAt,
      revokedAt,
      state: revokedAt ? 'revoked' : expiresAt <= now ? 'expired' : 'live',
    }),
  );
  return [...views.filter(({ state }) => state === 'live'), ...views.filter(({ state }) => state !== 'live')];
}
