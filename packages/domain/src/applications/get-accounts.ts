import type { Prisma, Product } from '@tillgate/db';
import type { Context, Tenant, WithProvider } from '../kernel/context.ts';
import { DomainError } from '../kernel/errors.ts';
import { createRecent } from '../kernel/recent.ts';
import type { Open, Place } from '../ports/ports.ts';
import type { ProviderAccount } from '../ports/provider.ts';
import { demandMpesa, notConfigured } from '../provider/accounts.ts';
import type { RailAccount, RailName } from '../rails/index.ts';
import { credentialPlace, railSecretPlace } from '../sealing/index.ts';
import type { SecretName } from './credentials.ts';
import { accountRules, type OtherRail } from './rails/index.ts';
import { applicationRefusals } from './refusals.ts';
import { listAccounts, type StoredAccount } from './statements.ts';

type AccountContext = Pick<Context, 'db' | 'clock' | 'log'> & { open: Open };

/** How long a process may still use credentials that were replaced. */
const accountCacheMs = 4_000;
const cachedTenantsMax = 1_000;

/** Creates a {@link getAccounts} with its own cache, for processes that need it on every request. */
export function createAccounts(ctx: AccountContext): WithProvider['accounts'] {
  const recent = createRecent<readonly RailAccount[]>(ctx.clock, {
    ttlMs: accountCacheMs,
    entriesMax: cachedTenantsMax,
  });
  return async (tenant) => {
    const key = `${tenant.applicationId} ${tenant.environment}`;
    const known = recent.get(key);
    if (known) return known;
    const readAt = ctx.clock.now();
    const read = await getAccounts(ctx, tenant);
    // What is not set yet is looked for again.
    if (read.length > 0) recent.set(key, read, readAt);
    return read;
  };
}

/**
 * What a tenant has at networks, the default first, with its secrets opened; empty when nothing is set.
 * @throws DomainError unavailable (set, but sealed for a key that is not here)
 */
export async function getAccounts(ctx: AccountContext, tenant: Tenant): Promise<readonly RailAccount[]> {
  const rows = await listAccounts(ctx.db.pool, tenant);
  return rows.map((row) =>
    row.rail === 'mpesa' ? openMpesa(ctx, tenant, row) : openOther(ctx, tenant, row, row.rail),
  );
}

/**
 * A tenant's account at M-PESA, with its secrets opened.
 * @throws DomainError provider_not_configured (nothing is set), unavailable (set, but sealed for a key that is not here)
 */
export async function getProviderAccount(ctx: AccountContext, tenant: Tenant): Promise<ProviderAccount> {
  return demandMpesa(await getAccounts(ctx, tenant), tenant);
}

function openMpesa(ctx: AccountContext, tenant: Tenant, row: StoredAccount): ProviderAccount {
  const opened = (name: SecretName, sealed: string | null) =>
    openSecret(ctx, tenant, { name, sealed: sealed ?? '', place: credentialPlace(name, tenant) });
  const { initiatorName: name, initiatorPassword } = row;
  return {
    rail: 'mpesa',
    environment: tenant.environment,
    address: row.number,
    product: row.product ?? 'paybill',
    shortcode: row.number,
    tillNumber: row.tillNumber,
    consumerKey: opened('consumerKey', row.consumerKey),
    consumerSecret: opened('consumerSecret', row.consumerSecret),
    passkey: opened('passkey', row.passkey),
    initiator:
      name !== null && initiatorPassword !== null
        ? { name, password: opened('initiatorPassword', initiatorPassword) }
        : null,
    c2bVersion: row.c2bVersion,
  };
}

function openOther(ctx: AccountContext, tenant: Tenant, row: StoredAccount, rail: OtherRail): RailAccount {
  const secrets = Object.entries(row.secrets).map(([name, sealed]) => {
    const place = railSecretPlace({ accountId: row.id, name });
    return [name, openSecret(ctx, tenant, { name, sealed, place })] as const;
  });
  const { environment } = tenant;
  return accountRules[rail].read({ ...row, environment, secrets: Object.fromEntries(secrets) });
}

/**
 * What a tenant's account at M-PESA is, for processes that cannot open it; null where all its accounts are elsewhere.
 * @throws DomainError provider_not_configured (it has no account at all)
 */
export async function demandAnyAccount(
  db: Pick<Prisma.TransactionClient, 'providerCredential' | 'railAccount'>,
  tenant: Tenant,
): Promise<{ product: Product | null }> {
  const where = { applicationId_environment: tenant };
  const found = await db.providerCredential.findUnique({ where, select: { product: true } });
  if (found) return found;
  if ((await db.railAccount.count({ where: tenant })) === 0) throw notConfigured(tenant);
  return { product: null };
}

/**
 * Whether a tenant has an account at a network, for processes that cannot open it.
 * @throws DomainError provider_not_configured
 */
export async function demandAccount(
  db: Pick<Prisma.TransactionClient, 'railAccount'>,
  { applicationId, environment }: Tenant,
  rail: RailName,
): Promise<{ id: string; number: string; isDefault: boolean }> {
  const found = await db.railAccount.findUnique({
    where: { applicationId_environment_rail: { applicationId, environment, rail } },
    select: { id: true, number: true, isDefault: true },
  });
  if (!found) throw notConfigured({ applicationId, environment }, rail);
  return found;
}

function openSecret(
  ctx: AccountContext,
  tenant: Tenant,
  { name, sealed, place }: { name: string; sealed: string; place: Place },
): string {
  try {
    return ctx.open(sealed, place);
  } catch (error) {
    ctx.log.error({ ...tenant, secret: name, err: error }, 'A stored secret cannot be opened. Check SEAL_PRIVATE_KEY.');
    throw new DomainError('unavailable', applicationRefusals.credentialsUnreadable);
  }
}
