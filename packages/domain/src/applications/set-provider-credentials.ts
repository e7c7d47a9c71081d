import { audit } from '../audit/index.ts';
import { requirePermission } from '../kernel/authority.ts';
import type { ActorContext } from '../kernel/context.ts';
import { notFound } from '../kernel/errors.ts';
import { invalidInput, parseInput } from '../kernel/input.ts';
import { credentialPlace } from '../sealing/index.ts';
import { refuseForeignShortcode } from './claim-shortcode.ts';
import { credentialIssues, secretNames } from './credentials.ts';
import { type SetProviderCredentialsInput, setProviderCredentialsSchema } from './schemas.ts';
import { lockApplication } from './statements.ts';

/**
 * Stores an application's provider credentials, each secret sealed on its own. Once they are set, a field
 * that is left out keeps its value.
 * @throws DomainError invalid_input, also for a production shortcode of another organization; not_found (no such
 *   application)
 */
export async function setProviderCredentials(
  ctx: ActorContext,
  input: SetProviderCredentialsInput,
): Promise<{ ok: true }> {
  requirePermission(ctx, 'credentials.write');
  const given = parseInput(setProviderCredentialsSchema, input);
  const { applicationId, environment } = given;
  await refuseForeignShortcode(ctx, given, given);
  const now = ctx.clock.now();
  await ctx.db.prisma.$transaction(async (tx) => {
    // Of two changes at once, the second sees the first.
    if (!(await lockApplication(tx, applicationId))) {
      throw notFound('application');
    }
    const key = { applicationId_environment: { applicationId, environment } };
    const stored = await tx.providerCredential.findUnique({ where: key });
    const issues = credentialIssues(given, stored ?? undefined);
    if (issues.length > 0) throw invalidInput(...issues);

    const changes = sealedChanges(ctx, given);
    if (stored) await tx.providerCredential.update({ where: key, data: { ...changes, updatedAt: now } });
    else {
      await tx.providerCredential.create({
        data: { ...complete(changes), applicationId, environment, updatedAt: now },
      });
    }
    const names = Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [name]));
    await audit(tx, {
      actor: ctx.actor,
      action: stored ? 'credentials.changed' : 'credentials.created',
      subjectId: applicationId,
      applicationId,
      detail: {
        environment,
        fields: names.filter((name) => name !== 'applicationId' && name !== 'environment'),
        shortcode: given.shortcode ?? stored?.shortcode ?? null,
      },
      at: now,
    });
  });
  return { ok: true };
}

type Given = ReturnType<typeof parseInput<typeof setProviderCredentialsSchema>>;

function sealedChanges(ctx: ActorContext, given: Given) {
  const sealed = Object.fromEntries(
    secretNames.flatMap((name) => {
      const secret = given[name];
      return secret === undefined ? [] : [[name, ctx.seal(secret, credentialPlace(name, given))]];
    }),
  );
  return {
    product: given.product,
    shortcode: given.shortcode,
    // A paybill has no till number, also when it was a till before.
    tillNumber: given.product === 'paybill' ? null : given.tillNumber,
    sealedConsumerKey: sealed.consumerKey,
    sealedConsumerSecret: sealed.consumerSecret,
    sealedPasskey: sealed.passkey,
    initiatorName: given.initiatorName,
    sealedInitiatorPassword: sealed.initiatorPassword,
  };
}

type Changes = ReturnType<typeof sealedChanges>;

/** Narrows the type of first credentials. {@link credentialIssues} has checked them, so a gap is a bug. */
function complete(changes: Changes) {
  const { product, shortcode, sealedConsumerKey, sealedConsumerSecret, sealedPasskey } = changes;
  if (!product || !shortcode || !sealedConsumerKey || !sealedConsumerSecret || !sealedPasskey) {
    throw new Error('incomplete credentials passed their check');
  }
  return { ...changes, product, shortcode, sealedConsumerKey, sealedConsumerSecret, sealedPasskey };
}
