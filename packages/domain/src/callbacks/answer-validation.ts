import { v7 as uuidv7 } from 'uuid';
import { decideValidation, findHook, type ValidationCode } from '../c2b/index.ts';
import type { PostedCallback } from '../inbox/index.ts';
import {
  isCallbackToken,
  keepInSpool,
  markCallback,
  refuse,
  storeAndPublish,
  storePosted,
  type WithInbox,
} from '../inbox/index.ts';
import type { Context, WithProvider } from '../kernel/context.ts';
import { DomainError, notFound } from '../kernel/errors.ts';
import { orLate } from '../kernel/or-late.ts';
import type { OfflinePayment } from '../ports/provider.ts';
import { followUpSeconds } from './apply-validation.ts';

/** The provider waits 8 s at most. When we are slow, we accept the payment before that. */
const patienceMs = 2_000;

type NoticeContext = Context & WithInbox & Pick<WithProvider, 'provider'>;

type ValidationInput = {
  token: string;
  body: Buffer;
  remoteIp: string;
  /**
   * Posted to the validation URL. Without that mark, the body is a validation only if the application has validation
   * rules.
   */
  isMarked: boolean;
};

/**
 * Decides by the application's rules whether an offline payment may go through, and stores the validation. Without the
 * mark, and for an application without rules, the body is stored as a confirmation, because money may not be lost.
 *
 * Returns within {@link patienceMs}. Without a decision by then, the payment goes through, and a body that may be money
 * goes to the spool.
 * @throws DomainError not_found when there is no hook with that token, or a hook of production was
 *   posted to from an address that is not the provider's; unavailable when what may be money can
 *   neither be stored nor spooled
 */
export async function answerValidation(ctx: NoticeContext, input: ValidationInput): Promise<ValidationCode> {
  const { isMarked, ...sent } = input;
  if (!isCallbackToken(sent.token)) throw notFound('hook');
  const kind = isMarked ? ('c2b_validation' as const) : ('c2b_confirmation' as const);
  const posted = { id: uuidv7(), kind, ...sent, receivedAt: ctx.clock.now() };
  if (!isMarked && ctx.spool.count() > 0) {
    await keepInSpool(ctx, posted);
    return '0';
  }
  let decided: ValidationCode = '0';
  const work = (async () => {
    const judged = await judge(ctx, posted);
    decided = judged.code;
    await keep(ctx, posted, judged.isValidation);
    return 'kept' as const;
  })();
  const end = await endWithin(ctx, work);
  if (end !== 'kept' && !isMarked) await keepInSpool(ctx, posted);
  return decided;
}

/** Waits for the work, at most {@link patienceMs}. Throws only our own refusals. */
async function endWithin(ctx: NoticeContext, work: Promise<'kept'>): Promise<'kept' | 'late' | 'failed'> {
  try {
    const end = await orLate(work, patienceMs);
    if (end === 'late') {
      ctx.log.error({ patienceMs }, 'A validation took too long. The provider got the decision known so far.');
    }
    return end;
  } catch (error) {
    if (error instanceof DomainError) throw error;
    ctx.log.error(
      { err: error },
      'A validation could not be decided or stored. The payment goes through unless a rule refused it.',
    );
    return 'failed';
  }
}

type Judged = { code: ValidationCode; isValidation: boolean };

async function judge(ctx: NoticeContext, posted: PostedCallback): Promise<Judged> {
  const parsed = ctx.provider.parseOfflinePayment(posted.body);
  const hook = await findHook(ctx.db.pool, { ...posted, reference: parsed.ok ? referenceOf(parsed.value) : '' });
  if (!hook) throw notFound('hook');
  const { registration, rules, usesValidation } = hook;
  if (registration.environment === 'production' && !ctx.isProviderAddress(posted.remoteIp, posted.kind)) {
    const { id: subjectId, applicationId } = registration;
    await refuse(ctx, { subjectId, applicationId, remoteIp: posted.remoteIp });
    throw notFound('hook');
  }
  if (posted.kind === 'c2b_confirmation' && !usesValidation) return { code: '0', isValidation: false };
  return { code: parsed.ok ? decideValidation(parsed.value, registration, rules) : 'C2B00016', isValidation: true };
}

/** Stores the body as a validation or a confirmation. Repeats are stored once. */
async function keep(ctx: NoticeContext, posted: PostedCallback, asValidation: boolean): Promise<void> {
  if (!asValidation) {
    await storeAndPublish(ctx, posted);
    return;
  }
  const retryAt = new Date(posted.receivedAt.getTime() + followUpSeconds * 1000);
  const stored = await storePosted(ctx, { ...posted, kind: 'c2b_validation' }, retryAt);
  // Without the mark it is checked again later, because it may have been money.
  if (posted.kind !== 'c2b_validation' || stored.kind !== 'stored' || stored.callbackId === null) return;
  const applied = { state: 'applied' as const, error: null, retryAt: null, now: posted.receivedAt };
  await markCallback(ctx.db.pool, stored.callbackId, applied);
}

/**
 * Stores a spooled body of the confirmation URL: as money, or as a validation when it has no balance and the application
 * has validation rules.
 */
export async function storeNotice(
  ctx: NoticeContext,
  posted: PostedCallback,
): Promise<'stored' | 'unknown' | 'refused'> {
  const parsed = ctx.provider.parseOfflinePayment(posted.body);
  if (!parsed.ok || !isValidation(parsed.value)) return storeAndPublish(ctx, posted);
  const hook = await findHook(ctx.db.pool, { ...posted, reference: referenceOf(parsed.value) });
  if (!hook?.usesValidation) return storeAndPublish(ctx, posted);
  const retryAt = new Date(posted.receivedAt.getTime() + followUpSeconds * 1000);
  return (await storePosted(ctx, { ...posted, kind: 'c2b_validation' }, retryAt)).kind;
}

function referenceOf(payment: OfflinePayment): string {
  return payment.billRefNumber.trim().replaceAll('\u0000', '');
}

/**
 * A body with a blank balance may be a validation, whatever URL it came to, because only payments have a balance. Whether
 * it is one depends on the application: see {@link answerValidation}.
 */
export function isValidation(payment: OfflinePayment): boolean {
  return payment.organizationBalance.trim() === '';
}
