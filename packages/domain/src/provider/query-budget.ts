import { createHash } from 'node:crypto';
import { DomainError } from '../kernel/errors.ts';
import type { RateLimiter } from '../ports/ports.ts';
import type { ProviderAccount } from '../ports/provider.ts';
import { providerRefusals } from './sentences.ts';

/**
 * Capability: counts questions to the provider per consumer key. The provider limits the calls of a
 * key, whatever they are: questions have a budget, so that prompts and payouts always have room.
 */
export type WithQueryBudget = { queryBudget: RateLimiter };

/** Hashed, because counters are kept where secrets are not. */
function budgetKey({ environment, consumerKey }: Pick<ProviderAccount, 'environment' | 'consumerKey'>): string {
  return `${environment}:${createHash('sha256').update(consumerKey).digest('hex')}`;
}

/** Takes one question from an account's budget. Returns false when none is left in this second. */
export async function consumeQuery(ctx: WithQueryBudget, account: ProviderAccount): Promise<boolean> {
  return (await ctx.queryBudget.consume(budgetKey(account))).allowed;
}

/**
 * Takes one question for a caller who waits for it.
 * @throws DomainError rate_limited, before anything was sent
 */
export async function admitQuery(ctx: WithQueryBudget, account: ProviderAccount): Promise<void> {
  const verdict = await ctx.queryBudget.consume(budgetKey(account));
  if (verdict.allowed) return;
  const { limit, windowSeconds, resetSeconds: retryAfterSeconds } = verdict;
  throw new DomainError(
    'rate_limited',
    providerRefusals.questionsUsedUp({ limit, window: windowSeconds, seconds: retryAfterSeconds }),
    { retryAfterSeconds },
  );
}
