import { v7 as uuidv7 } from 'uuid';
import type { Context } from '../kernel/context.ts';
import type { RateLimiter } from '../ports/ports.ts';
import { signalWaiting } from '../signals/signal-waiting.ts';
import { type FormProblem, formNames, judgeForm, type PageState, pageStateOf, type TypedForm } from './attempt-form.ts';
import { hashOfToken } from './link-token.ts';
import { type PublicLink, readPublicLink } from './public-link.ts';
import { insertAttempt, isVisitSent } from './public-statements.ts';
import { attemptTokenOf, hashOfVisit, visitState } from './visit.ts';

/**
 * Capability: counts the forms of each link and application, whoever sends them, so that strangers cannot fill the tables or
 * keep the workers from others. Keys are ids.
 */
export type WithLinkLimits = { linkLimits: { once: RateLimiter[]; many: RateLimiter[]; application: RateLimiter[] } };

/** Anybody may ask to pay. So there is no actor and no authority here. */
type AnonymousContext = Pick<Context, 'db' | 'clock' | 'publish' | 'log'> & WithLinkLimits;

export type BeginAttemptInput = {
  /** The last part of the address of the link's page. */
  linkToken: string;
  typed: TypedForm;
  /** In which the payer read the page, where the link does not say. */
  language: (link: PublicLink) => 'en' | 'sw';
};

/**
 * What became of a form. `unknown`: there is no such link. `closed`: nobody can pay on it now. `late`: the form was open
 * for too long, or is no form of this link. `wrong`: something typed is. `busy`: too many people pay there now. `begun`: the
 * address of its attempt.
 */
type Begun =
  | { kind: 'unknown' }
  | { kind: 'closed'; link: PublicLink; state: Exclude<PageState, 'open'> }
  | { kind: 'late'; link: PublicLink }
  | { kind: 'wrong'; link: PublicLink; problems: FormProblem[] }
  | { kind: 'busy'; link: PublicLink; seconds: number }
  | { kind: 'begun'; link: PublicLink; attemptToken: string };

/**
 * Notes that somebody wants to pay, and wakes the workers, which decide and send the prompt. The same visit sent again
 * leads to the same attempt, whatever else was sent with it.
 */
export async function beginAttempt(ctx: AnonymousContext, input: BeginAttemptInput): Promise<Begun> {
  const { linkToken, typed } = input;
  const link = await readPublicLink(ctx, linkToken);
  if (!link) return { kind: 'unknown' };
  const now = ctx.clock.now();
  const visit = typed[formNames.visit] ?? '';
  const visited = visitState(linkToken, visit, now);
  const visitHash = hashOfVisit(visit);
  const begun = { kind: 'begun' as const, link, attemptToken: attemptTokenOf(linkToken, visit) };
  if (visited !== 'foreign' && (await isVisitSent(ctx.db.pool, { linkId: link.id, visitHash }))) return begun;

  const state = pageStateOf(link);
  if (state !== 'open') return { kind: 'closed', link, state };
  if (visited !== 'fresh') return { kind: 'late', link };
  const judged = judgeForm(link, typed);
  if (judged.kind === 'wrong') return { kind: 'wrong', link, problems: judged.problems };

  const seconds = await busySeconds(ctx, link);
  if (seconds !== undefined) return { kind: 'busy', link, seconds };

  const { phone, amount, answers } = judged;
  const { id: linkId, applicationId, environment } = link;
  await insertAttempt(ctx.db.pool, {
    id: uuidv7(),
    ...{ linkId, applicationId, environment, visitHash, tokenHash: hashOfToken(begun.attemptToken) },
    ...{ phone, amount, answers, language: input.language(link), isRepeat: typed[formNames.repeat] === 'yes' },
    createdAt: now,
  });
  await signalWaiting(ctx, 'attempts.waiting');
  return begun;
}

/**
 * After how many seconds a link takes forms again; undefined when it does now. A form that its link does not take counts
 * for no other: a flood on one link leaves the application's others open.
 */
async function busySeconds(
  { linkLimits }: WithLinkLimits,
  { id, applicationId, kind }: PublicLink,
): Promise<number | undefined> {
  return (await fullSeconds(linkLimits[kind], id)) ?? (await fullSeconds(linkLimits.application, applicationId));
}

async function fullSeconds(limiters: readonly RateLimiter[], key: string): Promise<number | undefined> {
  const full = (await Promise.all(limiters.map((limiter) => limiter.consume(key)))).filter(({ allowed }) => !allowed);
  return full.length === 0 ? undefined : Math.max(...full.map(({ resetSeconds }) => resetSeconds));
}
