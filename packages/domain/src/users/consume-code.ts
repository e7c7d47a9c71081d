import type { Prisma } from '@tillgate/db';
import type { Context } from '../kernel/context.ts';
import type { WithTotpVault } from './identity.ts';
import { hashRecoveryCode } from './recovery-code.ts';
import { timeStepOf } from './second-factor.ts';
import { lockUser } from './statements.ts';

type ConsumedCode = 'totp' | 'recovery_code';

/**
 * Uses up a code of a person's second factor: one of the app, or a recovery code. Each works once, even if it is sent
 * several times concurrently. Undefined when it is wrong or used, or without a second factor.
 */
export async function consumeCode(
  ctx: Context & WithTotpVault,
  tx: Prisma.TransactionClient,
  userId: string,
  code: string,
): Promise<ConsumedCode | undefined> {
  await lockUser(tx, userId);
  const factor = await tx.secondFactor.findUnique({ where: { userId } });
  if (!factor?.confirmedAt) return undefined;
  if (await consumeTotp(ctx, tx, factor, code)) return 'totp';
  const hash = hashRecoveryCode(code);
  if (hash === undefined) return undefined;
  const { count } = await tx.recoveryCode.updateMany({
    where: { userId, hash, usedAt: null },
    data: { usedAt: ctx.clock.now() },
  });
  return count === 1 ? 'recovery_code' : undefined;
}

type Factor = { userId: string; secret: string };

async function consumeTotp(
  ctx: Context & WithTotpVault,
  tx: Prisma.TransactionClient,
  { userId, secret }: Factor,
  code: string,
): Promise<boolean> {
  const opened = openSecret(ctx, userId, secret);
  if (opened === undefined) return false;
  const step = timeStepOf(opened, code, ctx.clock.now());
  if (step === undefined) return false;
  // A secret under an old key is sealed again with its next use.
  const anew = ctx.totpVault.isCurrent(secret) ? secret : ctx.totpVault.seal(opened, userId);
  const { count } = await tx.secondFactor.updateMany({
    where: { userId, secret, OR: [{ lastTimeStep: null }, { lastTimeStep: { lt: step } }] },
    data: { lastTimeStep: step, secret: anew },
  });
  return count === 1;
}

/** A secret whose key is missing matches no code; recovery codes still work. */
function openSecret(ctx: Context & WithTotpVault, userId: string, secret: string): string | undefined {
  try {
    return ctx.totpVault.open(secret, userId);
  } catch (error) {
    ctx.log.error({ userId, err: error }, 'The secret of an authenticator app cannot be read. Check VAULT_KEYS.');
    return undefined;
  }
}
