import type { Database, ShortcodeEvidence } from '@tillgate/db';
import { audit } from '../audit/index.ts';
import type { Context, Tenant } from '../kernel/context.ts';
import { invalidInput, issue } from '../kernel/input.ts';
import { createRecent } from '../kernel/recent.ts';
import { minuteMs } from '../kernel/time.ts';
import { applicationIssues } from './refusals.ts';
import { claim, listForeign } from './shortcode-statements.ts';

/** A process writes its claim again this often, so that a release takes effect everywhere. */
const claimedMs = minuteMs;
const claimedMax = 10_000;
/** What this process claimed a moment ago, per database: most prompts cost no statement. */
const recentClaims = new WeakMap<Database, ReturnType<typeof createRecent<true>>>();

/**
 * Notes that the provider has just accepted a tenant's credentials for a production shortcode. The
 * first organization that gets there owns it. Sandbox shortcodes are shared by everybody.
 *
 * Never throws: what the provider accepted has happened.
 */
export async function claimShortcode(
  ctx: Context,
  { applicationId, environment }: Tenant,
  proven: { shortcode: string; evidence: ShortcodeEvidence },
): Promise<void> {
  if (environment !== 'production') return;
  const recent =
    recentClaims.get(ctx.db) ?? createRecent<true>(ctx.clock, { ttlMs: claimedMs, entriesMax: claimedMax });
  recentClaims.set(ctx.db, recent);
  const memo = `${applicationId} ${proven.shortcode}`;
  if (recent.get(memo)) return;
  const at = ctx.clock.now();
  try {
    const owned = await claim(ctx.db.pool, { applicationId, environment, ...proven, at });
    recent.set(memo, true, at);
    if (!owned) return;
    const { shortcode, evidence } = proven;
    const isOwner = owned.organizationId === owned.ownerId;
    if (isOwner && !owned.isNew) return;
    if (!isOwner) {
      ctx.log.error(
        { applicationId, shortcode },
        'The provider accepted credentials for a shortcode that belongs to another organization.',
      );
    }
    await audit(ctx.db.prisma, {
      actor: 'provider',
      action: isOwner ? 'shortcode.claimed' : 'shortcode.contested',
      subjectId: shortcode,
      applicationId,
      organizationId: owned.organizationId,
      detail: { environment, shortcode, evidence },
      at,
    });
  } catch (error) {
    ctx.log.warn({ err: error, applicationId }, 'The owner of a shortcode could not be recorded.');
  }
}

/**
 * Refuses a production shortcode, or till number, that another organization owns.
 * @throws DomainError invalid_input, with the field of each number
 */
export async function refuseForeignShortcode(
  ctx: Pick<Context, 'db'>,
  { applicationId, environment }: Tenant,
  numbers: { shortcode?: string | undefined; tillNumber?: string | undefined },
): Promise<void> {
  if (environment !== 'production') return;
  const given = Object.entries(numbers).flatMap(([path, number]) => (number ? [{ path, number }] : []));
  if (given.length === 0) return;
  const shortcodes = given.map(({ number }) => number);
  const foreign = await listForeign(ctx.db.pool, { environment, applicationId, shortcodes });
  const taken = given.filter(({ number }) => foreign.includes(number));
  if (taken.length > 0) throw invalidInput(...taken.map(({ path }) => issue(path, applicationIssues.shortcodeTaken)));
}
