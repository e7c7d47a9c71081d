import type { LinkPrompt, PayoutFacts, PromptFacts } from '../../guards/index.ts';
import { factsMax, factsSince, linkPromptsCounted, sameSince } from '../../guards/index.ts';
import { wasUnanswered } from '../../payments/index.ts';

// What the rows of an application said about a phone at earlier moments, from rows that are in memory.

/** A prompt or payout of the past. Oldest first where there are several. */
export type PastRow = {
  id: string;
  phone: string;
  amount: number;
  status: string;
  resultCode: string | null;
  settledBy: string | null;
  settledAt: Date | null;
  createdAt: Date;
};

/** When each phone had its first success, also before the rows. */
export type FirstSuccesses = ReadonlyMap<string, Date>;

/** What was known about a prompt at a moment. */
function knownAt({ status, resultCode, settledBy, settledAt }: PastRow, now: Date) {
  return settledAt && settledAt <= now
    ? { status, resultCode, settledBy }
    : { status: 'pending', resultCode: null, settledBy: null };
}

/** The facts of each prompt when it began. `before`: earlier prompts of its phone, oldest first. */
export function promptFactsAt(before: readonly PastRow[], row: PastRow, first: FirstSuccesses): PromptFacts {
  const now = row.createdAt;
  const since = factsSince(now);
  const paidAt = first.get(row.phone);
  const prompts: PromptFacts['prompts'] = [];
  for (let index = before.length - 1; index >= 0 && prompts.length < factsMax; index -= 1) {
    const earlier = before[index];
    if (!earlier || earlier.createdAt <= since) break;
    prompts.push({ createdAt: earlier.createdAt, isUnanswered: wasUnanswered(knownAt(earlier, now)) });
  }
  return { prompts, hasPaid: paidAt !== undefined && paidAt <= now, ofLinks: [], entries: [] };
}

/** The facts of each prompt of a payment link when it began. `before`: earlier prompts of links, oldest first. */
export function linkFactsAt(before: readonly PastRow[], row: PastRow): PromptFacts {
  const now = row.createdAt;
  const since = factsSince(now);
  const ofLinks: LinkPrompt[] = [];
  for (let index = before.length - 1; index >= 0 && ofLinks.length < linkPromptsCounted; index -= 1) {
    const earlier = before[index];
    if (!earlier || earlier.createdAt <= since) break;
    const { status } = knownAt(earlier, now);
    if (status === 'pending' || !earlier.settledAt) continue;
    ofLinks.push({ settledAt: earlier.settledAt, hasFailed: status === 'failed' });
  }
  return { prompts: [], hasPaid: false, ofLinks, entries: [] };
}

/** The facts of each payout when it began. `before`: earlier payouts to its phone, oldest first. */
export function payoutFactsAt(before: readonly PastRow[], row: PastRow, first: FirstSuccesses): PayoutFacts {
  const now = row.createdAt;
  const since = sameSince(now);
  const paidAt = first.get(row.phone);
  let sameAt: Date | null = null;
  for (let index = before.length - 1; index >= 0 && !sameAt; index -= 1) {
    const earlier = before[index];
    if (!earlier || earlier.createdAt <= since) break;
    if (earlier.amount === row.amount && knownAt(earlier, now).status !== 'failed') sameAt = earlier.createdAt;
  }
  return { firstPaidAt: paidAt && paidAt <= now ? paidAt : null, sameAt, entries: [] };
}
