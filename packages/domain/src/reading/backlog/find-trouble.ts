import { type PaymentStatus, query, type SettledBy, sql } from '@tillgate/db';
import { requirePermission } from '../../kernel/authority.ts';
import type { TenantContext } from '../../kernel/context.ts';
import { minuteMs } from '../../kernel/time.ts';
import { reasonOf } from '../../payments/index.ts';
import { ofTenant } from '../keyset.ts';

/** How many of the newest prompts are read. */
const promptsMax = 20;
const windowMinutes = 15;
/** How long a customer may take to answer, with the provider's message. */
const answerSeconds = 120;
/** The answer to a push that is not acknowledged by then is lost. */
const pushSeconds = 60;
/** Fewer failures may be chance. */
const failedMin = 4;

/** The parts of a prompt that show whether the provider works. */
export type Prompt = {
  createdAt: Date;
  status: PaymentStatus;
  promptedAt: Date | null;
  resultCode: string | null;
  resultDesc: string | null;
  settledBy: SettledBy | null;
};

/** Failures of the provider: `failed` of the last `of` prompts with a known outcome, since `since`. */
type ProviderTrouble = { since: Date; failed: number; of: number };

/**
 * Whether the provider has trouble, according to the newest prompts of a tenant: it gave no clear answer, reported its
 * own failure, or reports nothing. Prompts that customers decline or cannot pay do not count as trouble.
 * @param prompts newest first
 * @returns null when fewer than half of the prompts, or only a few, had trouble
 */
export function judgeProvider(prompts: readonly Prompt[], now: Date): ProviderTrouble | null {
  const fates = prompts.map((prompt) => ({ prompt, fate: fateOf(prompt, now) })).filter(({ fate }) => fate !== 'open');
  const failed = fates.filter(({ fate }) => fate === 'failed');
  const first = failed.at(-1);
  if (!first || failed.length < failedMin || failed.length * 2 < fates.length) return null;
  return { since: first.prompt.createdAt, failed: failed.length, of: fates.length };
}

function fateOf(prompt: Prompt, now: Date): 'fine' | 'failed' | 'open' {
  const { status, createdAt, promptedAt } = prompt;
  if (status === 'success') return 'fine';
  if (status === 'failed') return reasonOf(prompt)?.category === 'provider_system' ? 'failed' : 'fine';
  const age = (now.getTime() - createdAt.getTime()) / 1000;
  return age > (promptedAt ? answerSeconds : pushSeconds) ? 'failed' : 'open';
}

/**
 * {@link judgeProvider} for the prompts of a tenant, in one read of the index of its newest payments.
 * @throws DomainError forbidden
 */
export async function findProviderTrouble(ctx: TenantContext): Promise<ProviderTrouble | null> {
  requirePermission(ctx, 'payments.read');
  const now = ctx.clock.now();
  const from = new Date(now.getTime() - windowMinutes * minuteMs);
  const prompts = await query<Prompt>(
    ctx.db.pool,
    'tenant_newest_prompts',
    sql`
      SELECT created_at AS "createdAt", status, prompted_at AS "promptedAt", result_code AS "resultCode",
        result_desc AS "resultDesc", settled_by AS "settledBy"
      FROM payments
      WHERE ${ofTenant(ctx.tenant)} AND source = 'stk' AND created_at > ${from}::timestamptz
      ORDER BY created_at DESC, id DESC LIMIT ${promptsMax}::int`,
  );
  return judgeProvider(prompts, now);
}
