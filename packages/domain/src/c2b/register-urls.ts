import { v7 as uuidv7 } from 'uuid';
import { claimShortcode, recordC2bVersion, refuseForeignShortcode } from '../applications/index.ts';
import { audit } from '../audit/index.ts';
import { requireScope } from '../kernel/authority.ts';
import type { TenantContext, WithProvider } from '../kernel/context.ts';
import { mpesaAccount } from '../provider/accounts.ts';
import { repeatableRefusal } from '../provider/refusals.ts';
import { newHookToken } from './hook-token.ts';
import { ensureRegistration, recordRegistered } from './statements.ts';
import { startGrace } from './token-statements.ts';

type Registered = {
  registered: true;
  shortcode: string;
  confirmationUrl: string;
  validationUrl: string;
  /** The provider's code; null when the shortcode already had URLs. */
  responseCode: string | null;
  responseDescription: string | null;
};

/**
 * Registers the URLs for offline payments of the application's shortcode with the provider (spec 4.6). Safe to repeat:
 * the hook of a shortcode is made once and stays until it is rotated.
 * @throws DomainError provider_not_configured, invalid_input (a shortcode of another organization),
 *   provider_rejected, provider_unavailable
 */
export async function registerC2bUrls(ctx: TenantContext & WithProvider): Promise<Registered> {
  requireScope(ctx, 'offline');
  const account = await mpesaAccount(ctx, ctx.tenant);
  const { shortcode } = account;
  await refuseForeignShortcode(ctx, ctx.tenant, { shortcode });
  const { id, hookToken } = await ensureRegistration(ctx.db.pool, {
    id: uuidv7(),
    ...ctx.tenant,
    shortcode,
    hookToken: newHookToken(),
    createdAt: ctx.clock.now(),
  });
  const confirmationUrl = `${ctx.callbackBaseUrl}/c2b-hook/${hookToken}`;
  // Both URLs get the same form of body. The mark distinguishes a validation from a confirmation.
  const validationUrl = `${confirmationUrl}?validation=1`;
  const answer = await ctx.provider.mpesa(account).offline.registerUrls({ confirmationUrl, validationUrl });
  if (answer.kind !== 'accepted') throw repeatableRefusal('offline_urls', answer);
  const { responseCode, responseDescription, c2bVersion } = answer;
  await recordC2bVersion(ctx.db.pool, ctx.tenant, { shortcode, c2bVersion });
  // "Already registered" proves neither that the credentials are right nor which URL the provider has.
  if (responseCode !== null || responseDescription !== null) {
    await claimShortcode(ctx, ctx.tenant, { shortcode, evidence: 'registration' });
    await startGrace(ctx.db.pool, id, ctx.clock.now());
  }
  await recordAnswer(ctx, id, { shortcode, responseCode, responseDescription });
  return { registered: true, shortcode, confirmationUrl, validationUrl, responseCode, responseDescription };
}

async function recordAnswer(
  ctx: TenantContext,
  id: string,
  { shortcode, ...answer }: Pick<Registered, 'shortcode' | 'responseCode' | 'responseDescription'>,
): Promise<void> {
  const at = ctx.clock.now();
  const { first } = await recordRegistered(ctx.db.pool, id, { ...answer, registeredAt: at });
  if (!first) return;
  const { applicationId, environment } = ctx.tenant;
  if (answer.responseCode === null && answer.responseDescription === null) {
    ctx.log.warn(
      { applicationId, environment, registrationId: id },
      'The shortcode had offline payment URLs before its first registration here. They may be those of another system.',
    );
  }
  await audit(ctx.db.prisma, {
    actor: ctx.actor,
    action: 'c2b.registered',
    subjectId: id,
    applicationId,
    detail: { environment, shortcode, ...answer },
    at,
  });
}
