import type { Scope } from '../kernel/authority.ts';
import { requirePermission } from '../kernel/authority.ts';
import type { TenantContext, WithDashboardUrl } from '../kernel/context.ts';
import { notFound } from '../kernel/errors.ts';
import { idSchema, parseInput } from '../kernel/input.ts';
import { type CreateKeyInput, createKey, type NewApiKey, type RotateKeyInput, rotateKey } from '../keys/index.ts';
import { requestOrder } from './request-order.ts';

type Ctx = TenantContext & Partial<WithDashboardUrl>;
type InTenant<Input> = Omit<Input, 'applicationId' | 'environment'>;
/** `orderId`: the order that asks a second person; null when none is needed. */
type Asked = { orderId: string | null };

/**
 * Creates an API key as `createKey` does, and asks a second person where the key needs one.
 * @throws DomainError as `createKey`
 */
export async function askForKey(ctx: Ctx, input: InTenant<CreateKeyInput>): Promise<NewApiKey & Asked> {
  requirePermission(ctx, 'keys.write');
  const made = await createKey(ctx, { ...input, ...ctx.tenant });
  return { ...made, ...(await askWhereHeld(ctx, made)) };
}

/**
 * Rotates an API key as `rotateKey` does, and asks a second person where the new key needs one.
 * @throws DomainError as `rotateKey`
 */
export async function askForRotatedKey(ctx: Ctx, input: InTenant<RotateKeyInput>) {
  requirePermission(ctx, 'keys.write');
  const made = await rotateKey(ctx, { ...input, ...ctx.tenant });
  return { ...made, ...(await askWhereHeld(ctx, made)) };
}

/**
 * Asks a second person about a key again, after a rejection or after nobody decided in time.
 * @throws DomainError not_found, forbidden, invalid_input (it does not wait, or an order about it is open)
 */
export async function askForKeyAgain(ctx: Ctx, input: { keyId: string }): Promise<{ orderId: string }> {
  requirePermission(ctx, 'keys.grant');
  const keyId = parseInput(idSchema, input.keyId);
  const key = await ctx.db.prisma.apiKey.findFirst({ where: { id: keyId, ...ctx.tenant } });
  if (!key) throw notFound('key');
  return ask(ctx, { ...key, keyId });
}

async function askWhereHeld(ctx: Ctx, made: NewApiKey): Promise<Asked> {
  return made.isHeld ? ask(ctx, made) : { orderId: null };
}

type Key = { keyId: string; name: string; lastFour: string; scopes: Scope[] };

async function ask(ctx: Ctx, { keyId, name, lastFour, scopes }: Key): Promise<{ orderId: string }> {
  const input = { keyId, name, lastFour, scopes };
  const { orderId } = await requestOrder(ctx, { kind: 'key_grant', input, requestKey: crypto.randomUUID() });
  return { orderId };
}
