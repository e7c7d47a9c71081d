import { v7 as uuidv7 } from 'uuid';
import { decideValidation, findHook, type ValidationCode } from '../c2b/index.ts';
import type { Context, WithProvider } from '../context.ts';
import { DomainError } from '../errors.ts';
import type { OfflinePayment } from '../provider-port.ts';
import { followUpSeconds } from './apply-validation.ts';
import { bodyHash, isCallbackToken } from './callback.ts';
import * as callbacks from './statements.ts';

/** The provider waits 8 s at most. When we are slow, the payment goes through before that. */
const patienceMs = 2_000;

type ValidationInput = {
  token: string;
  body: Buffer;
  remoteIp: string;
  /**
   * Posted to the validation URL. Without that mark only the form of the body tells a question from
   * money.
   */
  isMarked: boolean;
};

/**
 * Decides by the application's rules whether an offline payment may go through, and stores the
 * question. Returns within {@link patienceMs}; without a decision by then, the payment goes
 * through.
 * @throws DomainError not_found when there is no hook with that token
 */
export async function answerValidation(
  ctx: Context & Pick<WithProvider, 'provider'>,
  input: ValidationInput,
): Promise<ValidationCode> {
  let decided: ValidationCode = '0';
  const work = (async () => {
    const code = await decide(ctx, input);
    decided = code;
    await keep(ctx, input);
    return code;
  })();
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), patienceMs);
  });
  try {
    const first = await Promise.race([work, patience]);
    if (first !== 'late') return first;
    ctx.log.error({ patienceMs }, 'A validation took too long. The provider got the decision known so far.');
  } catch (error) {
    if (error instanceof DomainError) throw error;
    ctx.log.error(
      { err: error },
      'A validation could not be decided or stored. The payment goes through unless a rule refused it.',
    );
  } finally {
    clearTimeout(timer);
    // The provider has its answer: a later failure concerns nobody.
    work.catch(() => undefined);
  }
  return decided;
}

async function decide(ctx: Context & Pick<WithProvider, 'provider'>, input: ValidationInput): Promise<ValidationCode> {
  const parsed = ctx.provider.parseOfflinePayment(input.body);
  const reference = parsed.ok ? parsed.value.billRefNumber.trim().replaceAll('\u0000', '') : '';
  const hook = isCallbackToken(input.token) ? await findHook(ctx.db.pool, input.token, reference) : undefined;
  if (!hook) throw new DomainError('not_found', 'There is no such hook.');
  return parsed.ok ? decideValidation(parsed.value, hook.registration, hook.rules) : 'C2B00016';
}

/** Stores the question; a repeat is stored once. */
async function keep(ctx: Context, { token, body, remoteIp, isMarked }: ValidationInput): Promise<void> {
  const receivedAt = ctx.clock.now();
  const question = {
    id: uuidv7(),
    kind: 'c2b_validation' as const,
    token,
    bodyHash: bodyHash(body),
    body,
    remoteIp,
    receivedAt,
    retryAt: new Date(receivedAt.getTime() + followUpSeconds * 1000),
  };
  const { callbackId } = await callbacks.store(ctx.db.pool, 'c2b', question, null);
  if (!isMarked || callbackId === null) return;
  await callbacks.mark(ctx.db.pool, callbackId, { state: 'applied', error: null, retryAt: null, now: receivedAt });
}

/**
 * A body with a blank balance is a question, whatever URL it came to: the balance is only known
 * once money has come.
 */
export function isQuestion(payment: OfflinePayment): boolean {
  return payment.organizationBalance.trim() === '';
}
