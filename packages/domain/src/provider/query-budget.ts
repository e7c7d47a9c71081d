import { createHash } from 'node:crypto';
import { DomainError } from '../kernel/errors.ts';
import type { RateLimiter } from '../ports/ports.ts';
import { addressOf, clientOf, type RailAccount } from '../rails/index.ts';
import { providerRefusals } from './sentences.ts';

/**
 * Capability: counts questions to the provider per client. The provider limits the calls of a
 * client, whatever they are: questions have a budget, so that prompts and payouts always have room.
 */
export type WithQueryBudget = { queryBudget: RateLimiter };

/** Hashed, because counters are kept where secrets are not. Two networks may give out equal clients. */
function budgetKey(account: RailAccount): string {
  const client = createHash('sha256').update(clientOf(account)).digest('hex');
  return `${account.environment}:${addressOf(account.rail, client)}`;
}

/** Takes one question from an account's budget. Returns false when none is left in this second. */
export async function consumeQuery(ctx: WithQueryBudget, account: RailAccount): Promise<boolean> {
  return (await ctx.queryBudget.consume(budgetKey(account))).allowed;
}

/**
 * Takes one question for a caller who waits for it.
 * @throws DomainError rate_limited, before anything was sent
 */
export async function admitQuery(ctx: WithQueryBudget, account: RailAccount): Promise<void> {
  const verdict = await ctx.queryBudget.consume(budgetKey(account));
  if (verdict.allowed) return;
  const { limit, windowSeconds, resetSeconds: retryAfterSeconds } = verdict;
  throw new DomainError(
    'rate_limited',
    providerRefusals.questionsUsedUp({ limit, window: windowSeconds, seconds: retryAfterSeconds }),
    { retryAfterSeconds },
  );
}
