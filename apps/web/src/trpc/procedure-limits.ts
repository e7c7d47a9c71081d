import { DomainError, type RateLimiter } from '@tillgate/domain';
import { createRateLimiter, type RateRule } from '@tillgate/domain/rate-limits';
import { webRefusals } from '../refusals.ts';

/**
 * How often procedures may be called. A busy page asks for some hundred in a minute, so people do
 * not meet these limits; scripts and broken pages do.
 */
const rules = {
  person: { count: 1_200, seconds: 60 },
  /** All people of an organization together. */
  organization: { count: 6_000, seconds: 60 },
  /** Whoever is not signed in, by network address. */
  address: { count: 300, seconds: 60 },
} satisfies Record<string, RateRule>;

/** The cost of a call that searches many tables. */
export const searchCost = 5;
/** The cost of a file or a list of 5,000 rows. */
export const batchFileCost = 20;
/** The cost of a call that runs patterns of people. */
export const patternCost = 20;

export type ProcedureLimits = Record<keyof typeof rules, RateLimiter>;

/**
 * Creates the counters of this process. They are in memory, so that a call costs no statement; with
 * several dashboards the limit is that of each.
 */
export function createProcedureLimits(given: Record<keyof typeof rules, RateRule> = rules): ProcedureLimits {
  const limiter = (name: keyof typeof rules) =>
    createRateLimiter({ kind: 'memory' }, { prefix: `procedures-${name}`, rule: given[name] });
  return { person: limiter('person'), organization: limiter('organization'), address: limiter('address') };
}

/**
 * Counts a call against a limit.
 * @param cost how many calls it counts as
 * @throws DomainError rate_limited
 */
export async function countCall(limiter: RateLimiter, key: string, cost = 1): Promise<void> {
  const { allowed, resetSeconds } = await limiter.consume(key, cost);
  if (allowed) return;
  throw new DomainError('rate_limited', webRefusals.tooManyRequests({ seconds: resetSeconds }), {
    retryAfterSeconds: resetSeconds,
  });
}
