import type { PublicAttempt } from '@tillgate/domain/links';

/** What the page of an attempt says. */
export type Stage = 'asking' | 'check' | 'finding' | 'paid' | 'failed' | 'refused' | 'stale';

/** A prompt stays on a phone for about a minute. After this time something is late. */
const promptMs = 120_000;

export function stageOf(attempt: PublicAttempt, now: Date): Stage {
  const { state, paymentStatus, askedAt, createdAt } = attempt;
  if (state === 'waiting') return 'asking';
  if (state !== 'handed') return state;
  if (paymentStatus === 'success') return 'paid';
  if (paymentStatus === 'failed') return 'failed';
  return now.getTime() - (askedAt ?? createdAt).getTime() < promptMs ? 'check' : 'finding';
}

/** Whether nothing changes any more. */
export function isFinal(stage: Stage): boolean {
  return stage !== 'asking' && stage !== 'check' && stage !== 'finding';
}

const minuteMs = 60_000;
const often = { untilMs: 2 * minuteMs, seconds: 3 };
const seldom = { untilMs: 12 * minuteMs, seconds: 15 };

/** After how many seconds a page without a script looks again. Undefined: not by itself any more. */
export function refreshAfter({ createdAt }: PublicAttempt, now: Date): number | undefined {
  const ageMs = now.getTime() - createdAt.getTime();
  return [often, seldom].find(({ untilMs }) => ageMs < untilMs)?.seconds;
}
