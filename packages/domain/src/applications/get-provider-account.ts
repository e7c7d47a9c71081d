import type { Prisma, Product } from '@tillgate/db';
import type { Context, Tenant } from '../kernel/context.ts';
import { DomainError } from '../kernel/errors.ts';
import { createRecent } from '../kernel/recent.ts';
import type { Open } from '../ports/ports.ts';
import type { ProviderAccount } from '../ports/provider.ts';
import { credentialPlace } from '../sealing/index.ts';
import type { SecretName } from './credentials.ts';
import { applicationRefusals } from './refusals.ts';
import { findCredentials } from './statements.ts';

type AccountContext = Pick<Context, 'db' | 'clock' | 'log'> & { open: Open };

/** How long a process may still use credentials that were replaced. */
const accountCacheMs = 4_000;
const cachedAccountsMax = 1_000;

/** Creates a {@link getProviderAccount} with its own cache, for processes that need it on every request. */
export function createProviderAccounts(ctx: AccountContext): (tenant: Tenant) => Promise<ProviderAccount> {
  const recent = createRecent<ProviderAccount>(ctx.clock, { ttlMs: accountCacheMs, entriesMax: cachedAccountsMax });
  return async (tenant) => {
    const key = `${tenant.applicationId} ${tenant.environment}`;
    const known = recent.get(key);
    if (known) return known;
    const readAt = ctx.clock.now();
    const account = await getProviderAccount(ctx, tenant);
    recent.set(key, account, readAt);
    return account;
  };
}

/**
 * A tenant's provider account, with its secrets opened.
 * @throws DomainError provider_not_configured (nothing is set), unavailable (set, but sealed for a key that is not here)
 */
export async function getProviderAccount(ctx: AccountContext, tenant: Tenant): Promise<ProviderAccount> {
  const row = await findCredentials(ctx.db.pool, tenant);
  if (!row) throw notConfigured(tenant);
  const opened = (name: Exclude<SecretName, 'initiatorPassword'>) => openSecret(ctx, tenant, name, row[name]);
  const { initiatorName: name, initiatorPassword } = row;
  return {
    environment: tenant.environment,
    product: row.product,
    shortcode: row.shortcode,
    tillNumber: row.tillNumber,
    consumerKey: opened('consumerKey'),
    consumerSecret: opened('consumerSecret'),
    passkey: opened('passkey'),
    initiator:
      name !== null && initiatorPassword !== null
        ? { name, password: openSecret(ctx, tenant, 'initiatorPassword', initiatorPassword) }
        : null,
    c2bVersion: row.c2bVersion,
  };
}

/**
 * The product of a tenant's credentials, for processes that cannot open them.
 * @throws DomainError provider_not_configured
 */
export async function demandCredentials(
  db: Pick<Prisma.TransactionClient, 'providerCredential'>,
  tenant: Tenant,
): Promise<{ product: Product }> {
  const where = { applicationId_environment: tenant };
  const found = await db.providerCredential.findUnique({ where, select: { product: true } });
  if (!found) throw notConfigured(tenant);
  return found;
}

function notConfigured(tenant: Tenant): DomainError {
  return new DomainError(
    'provider_not_configured',
    applicationRefusals.credentialsIncomplete({ environment: tenant.environment }),
  );
}

function openSecret(ctx: AccountContext, tenant: Tenant, name: SecretName, sealed: string): string {
  try {
    return ctx.open(sealed, credentialPlace(name, tenant));
  } catch (error) {
    ctx.log.error({ ...tenant, secret: name, err: error }, 'A stored secret cannot be opened. Check SEAL_PRIVATE_KEY.');
    throw new DomainError('unavailable', applicationRefusals.credentialsUnreadable);
  }
}
