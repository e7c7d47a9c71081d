import type { Environment } from '@tillgate/db';
import { audit } from '../audit/index.ts';
import { requireOperator } from '../kernel/authority.ts';
import type { ActorContext, Context } from '../kernel/context.ts';
import { DomainError } from '../kernel/errors.ts';
import { parseInput } from '../kernel/input.ts';
import { applicationRefusals } from './refusals.ts';
import { type ReleaseShortcodeInput, releaseShortcodeSchema } from './schemas.ts';

/**
 * Takes a shortcode from its owner. The next organization whose credentials the provider accepts
 * for it owns it: that can be the same one.
 * @throws DomainError invalid_input, not_found (nobody owns it)
 */
export async function releaseShortcode(
  ctx: ActorContext,
  input: ReleaseShortcodeInput,
): Promise<{ organizationId: string }> {
  requireOperator(ctx);
  const { environment, shortcode } = parseInput(releaseShortcodeSchema, input);
  const at = ctx.clock.now();
  return ctx.db.prisma.$transaction(async (tx) => {
    const [released] = await tx.shortcode.findMany({ where: { environment, shortcode } });
    if (!released) throw new DomainError('not_found', applicationRefusals.shortcodeUnowned);
    const { organizationId } = released;
    await tx.shortcode.deleteMany({ where: { environment, shortcode, organizationId } });
    const fact = { actor: ctx.actor, action: 'shortcode.released', subjectId: shortcode, organizationId };
    await audit(tx, { ...fact, detail: { environment, shortcode }, at });
    return { organizationId };
  });
}

type OwnedShortcode = {
  environment: Environment;
  shortcode: string;
  organizationId: string;
  organizationName: string;
  evidence: string;
  claimedAt: Date;
};

/** Every shortcode that has an owner, for operators. */
export async function listShortcodes(ctx: Pick<Context, 'db'>): Promise<OwnedShortcode[]> {
  const rows = await ctx.db.prisma.shortcode.findMany({
    orderBy: [{ environment: 'asc' }, { shortcode: 'asc' }],
    include: { organization: { select: { name: true } } },
  });
  return rows.map(({ organization, ...row }) => ({ ...row, organizationName: organization.name }));
}
