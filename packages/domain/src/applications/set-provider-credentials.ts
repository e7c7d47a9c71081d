import type { Prisma } from '@tillgate/db';
import { type ActorContext, audit } from '../audit/index.ts';
import { DomainError } from '../errors.ts';
import { invalidInput, parseInput } from '../input.ts';
import { credentialIssues, secretNames } from './credentials.ts';
import { type SetProviderCredentialsInput, setProviderCredentialsSchema } from './schemas.ts';

/**
 * Stores what the provider gave an application, each secret in a sealed box of its own. Once something is set, what is
 * not given stays as it is.
 * @throws DomainError invalid_input, not_found (no such application)
 */
export async function setProviderCredentials(
  ctx: ActorContext,
  input: SetProviderCredentialsInput,
): Promise<{ ok: true }> {
  const given = parseInput(setProviderCredentialsSchema, input);
  const { applicationId, environment } = given;
  const now = ctx.clock.now();
  await ctx.db.prisma.$transaction(async (tx) => {
    const organizationId = await lockApplication(tx, applicationId);
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
      organizationId,
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

/** Two changes at once must see each other. Payments of the application go on meanwhile. */
async function lockApplication(tx: Prisma.TransactionClient, id: string): Promise<string> {
  const rows = await tx.$queryRaw<{ organizationId: string }[]>`
    SELECT organization_id AS "organizationId" FROM applications WHERE id = ${id}::uuid FOR NO KEY UPDATE`;
  const [row] = rows;
  if (!row) throw new DomainError('not_found', 'There is no such application.');
  return row.organizationId;
}

type Given = ReturnType<typeof parseInput<typeof setProviderCredentialsSchema>>;

function sealedChanges(ctx: ActorContext, given: Given) {
  const sealed = Object.fromEntries(
    secretNames.flatMap((name) => {
      const secret = given[name];
      return secret === undefined ? [] : [[name, ctx.seal(secret)]];
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

/** For a first time: the issues were judged before, so a gap here is a bug. */
function complete(changes: Changes) {
  const { product, shortcode, sealedConsumerKey, sealedConsumerSecret, sealedPasskey } = changes;
  if (!product || !shortcode || !sealedConsumerKey || !sealedConsumerSecret || !sealedPasskey) {
    throw new Error('incomplete credentials passed their judgement');
  }
  return { ...changes, product, shortcode, sealedConsumerKey, sealedConsumerSecret, sealedPasskey };
}
