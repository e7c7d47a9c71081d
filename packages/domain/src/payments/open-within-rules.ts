import { type Queryable, query, sql } from '@tillgate/db';
import { isUnanswered } from '../catalogue/index.ts';
import {
  factsMax,
  factsSince,
  insertDecisions,
  isPromptRule,
  judgePrompt,
  lockPhone,
  type PromptFacts,
  type PromptJudgement,
  type PromptRule,
  promptRefusal,
  type WithGuard,
} from '../guards/index.ts';
import type { TenantContext } from '../kernel/context.ts';
import { type NewPayment, openPayments } from './statements.ts';

type Opening = Parameters<typeof openPayments>[1][number];
type RulesContext = TenantContext & WithGuard;

/** The rules for prompts. None when they cannot be read: a fault of ours does not stop a shop. */
export async function promptRulesOf({ guard, tenant, log }: RulesContext): Promise<readonly PromptRule[]> {
  try {
    return (await guard.rulesOf(tenant)).filter(isPromptRule);
  } catch (error) {
    log.error({ ...tenant, err: error }, 'The rules of the guard cannot be read. The prompt goes on.');
    return [];
  }
}

/** The judging itself failed. The transaction is over, and nothing was written. */
class NotJudged extends Error {}

/**
 * Transaction 1 of a collection where the application has rules. Judging and opening are one transaction, so that two
 * prompts at once do not both take the last place. What a rule says beside "pass" is recorded, also when it only watches.
 * When the judging fails, the prompt goes on: a fault of ours does not stop a shop.
 * @returns false when the key was claimed before
 * @throws DomainError rate_limited, refused_by_rule; nothing is written but the decision
 */
export async function openWithinRules(
  ctx: RulesContext,
  opening: Opening,
  rules: readonly PromptRule[],
): Promise<boolean> {
  const { payment } = opening;
  const { createdAt: at, amount, phone } = payment;
  const about = { ...ctx.tenant, disbursementId: null, phoneHash: ctx.guard.hashOf(phone), amount, at };
  let refused: PromptJudgement | undefined;
  try {
    const isOpened = await ctx.db.transaction(async (tx) => {
      const judgement = await judge(ctx, tx, payment, rules);
      if (judgement.refusal) {
        refused = judgement;
        return false;
      }
      const [isOpened = false] = await openPayments(tx, [opening]);
      if (isOpened) await insertDecisions(tx, judgement.broken, { ...about, paymentId: payment.id });
      return isOpened;
    });
    if (!refused?.refusal) return isOpened;
  } catch (error) {
    if (!(error instanceof NotJudged)) throw error;
    ctx.log.error({ ...ctx.tenant, err: error.cause }, 'The rules of the guard cannot be judged. The prompt goes on.');
    const [isOpened = false] = await openPayments(ctx.db.pool, [opening]);
    return isOpened;
  }
  await insertDecisions(ctx.db.pool, refused.broken, { ...about, paymentId: null });
  throw promptRefusal(refused.refusal);
}

/** @throws NotJudged */
async function judge(
  ctx: RulesContext,
  tx: Queryable,
  payment: NewPayment,
  rules: readonly PromptRule[],
): Promise<PromptJudgement> {
  const { phone, amount, createdAt: now } = payment;
  try {
    await lockPhone(tx, ctx.tenant, phone);
    return judgePrompt(await readFacts(tx, payment), rules, { amount, now });
  } catch (error) {
    throw new NotJudged('The rules cannot be judged.', { cause: error });
  }
}

type StoredFacts = {
  prompts: { createdAt: string; status: string; resultCode: string | null; settledBy: string | null }[];
  hasPaid: boolean;
};

/** What the rows of the application say about a phone, by the index on phones. */
async function readFacts(
  db: Queryable,
  { applicationId, environment, phone, createdAt }: NewPayment,
): Promise<PromptFacts> {
  const ofPhone = sql`
    application_id = ${applicationId}::uuid AND environment = ${environment}::"Environment" AND phone = ${phone}`;
  const [row] = await query<StoredFacts>(
    db,
    'payments_guard_facts',
    sql`
      SELECT
        coalesce((SELECT json_agg(recent ORDER BY recent."createdAt" DESC) FROM (
          SELECT created_at AS "createdAt", status, result_code AS "resultCode", settled_by AS "settledBy" FROM payments
          WHERE ${ofPhone} AND source = 'stk' AND created_at > ${factsSince(createdAt)}::timestamptz
          ORDER BY created_at DESC LIMIT ${factsMax}::int) recent), '[]') AS prompts,
        EXISTS (SELECT 1 FROM payments WHERE ${ofPhone} AND status = 'success') AS "hasPaid"`,
  );
  const { prompts = [], hasPaid = false } = row ?? {};
  return {
    hasPaid,
    prompts: prompts.map((one) => ({ createdAt: new Date(one.createdAt), isUnanswered: wasUnanswered(one) })),
  };
}

/** Null while nobody knows, and for a prompt that the provider refused: it never was on the phone. */
function wasUnanswered({ status, resultCode, settledBy }: StoredFacts['prompts'][number]): boolean | null {
  if (status === 'pending' || settledBy === 'push' || resultCode === null) return null;
  return status === 'failed' && isUnanswered(resultCode);
}
