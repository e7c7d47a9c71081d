import type { TenantContext } from '@tillgate/domain';
import { authenticateKey } from '@tillgate/domain/keys';
import type { Api } from '../listen/api.ts';
import { refusedOption } from '../options.ts';

/** An API with a key that may send prompts in the sandbox of the application. */
export type SandboxPrompts = { api: Api };

/**
 * Checks in the database that a key is a live sandbox key of the application and may send prompts. The API checks it
 * again with each request.
 * @throws DomainError invalid_input
 */
export async function sandboxPrompts(ctx: TenantContext, api: Api): Promise<SandboxPrompts> {
  const key = await authenticateKey(ctx, api.key);
  if (!key) throw refusedOption('--key', 'is unknown, expired or revoked');
  const { applicationId, environment } = ctx.tenant;
  if (key.applicationId !== applicationId) throw refusedOption('--key', 'belongs to another application');
  if (key.environment !== 'sandbox' || environment !== 'sandbox') throw refusedOption('--key', 'is not a sandbox key');
  if (!key.authority.scopes.has('collect')) throw refusedOption('--key', 'does not have the scope "collect"');
  if (key.isSuspended) throw refusedOption('--key', 'may do nothing while its organization is suspended');
  return { api };
}
