import { setTimeout as delay } from 'node:timers/promises';
import { DomainError } from '@tillgate/domain';
import { z } from 'zod';
import { type Api, callApi, NoAnswer, refusalOf } from './api.ts';
import { describeEvent } from './describe-event.ts';
import { type Forwarded, forward } from './forward.ts';
import { type Verdict, verifySignature } from './verify.ts';

const waitSeconds = 25;
/** Extra time for the response after the wait. */
const graceMs = 10_000;
const firstPauseMs = 1_000;
const pauseMsMax = 30_000;

export type ReceivedEvent = {
  id: string;
  type: string;
  headers: Record<string, string>;
  rawBody: Buffer;
  /** The parsed body. */
  event: unknown;
  summary: string;
};

/** Receives what happens in a session. */
export type Reporter = {
  ready(): void;
  /** The API cannot be reached right now. `reason` is a clause. */
  lost(reason: string): void;
  back(): void;
  /** An event with a valid signature, before it is forwarded. */
  received(event: ReceivedEvent): void;
  /** The same event afterwards. `forwarded` is undefined if events are not forwarded. */
  done(event: ReceivedEvent, forwarded: Forwarded | undefined): void;
  /** An event with an invalid signature. It is not forwarded. */
  refused(event: ReceivedEvent, reason: string): void;
};

type Session = {
  api: Api;
  /** Verifies the signatures of events. */
  secret: string;
  forwardTo?: URL | undefined;
  /** Event types to ask for and show. Those that are not extra if undefined. */
  wanted?: ReadonlySet<string> | undefined;
  report: Reporter;
  /** Ends the session. */
  signal: AbortSignal;
  /** First pause after a lost connection. Tests shorten it. */
  pauseMs?: number;
};

const pageSchema = z.object({
  events: z.array(z.object({ id: z.string(), headers: z.record(z.string(), z.string()), body: z.string() })),
  next: z.string(),
});
type Page = z.output<typeof pageSchema>;

/**
 * Listens until the signal ends it. Handles each event once and in order: the cursor moves only after all events of
 * a response were handled.
 * @throws DomainError if the API refuses and a retry cannot help
 */
export async function listen(session: Session): Promise<void> {
  const { report, signal, pauseMs = firstPauseMs } = session;
  let cursor: string | undefined;
  let failures = 0;
  while (!signal.aborted) {
    const answer = await ask(session, cursor);
    if (signal.aborted) return;
    if ('lost' in answer) {
      if (failures === 0) report.lost(answer.lost);
      await pause(Math.max(Math.min(pauseMs * 2 ** failures, pauseMsMax), answer.pauseMsMin), signal);
      failures += 1;
      continue;
    }
    if (failures > 0) report.back();
    failures = 0;
    if (cursor === undefined) report.ready();
    for (const event of answer.events) {
      await take(session, event);
      if (signal.aborted) return;
    }
    cursor = answer.next;
  }
}

/** Asks for events once. After the first success, unexpected responses count as a temporary loss. */
async function ask(
  { api, wanted, signal }: Session,
  cursor: string | undefined,
): Promise<Page | { lost: string; pauseMsMin: number }> {
  try {
    const query = new URLSearchParams({
      wait: String(waitSeconds),
      ...(cursor !== undefined && { after: cursor }),
      ...(wanted && { types: [...wanted].join(',') }),
    });
    const answer = await callApi(api, `/events/listen?${query}`, { timeoutMs: waitSeconds * 1000 + graceMs, signal });
    const page = pageSchema.safeParse(answer.body);
    if (answer.status === 200 && page.success) return page.data;
    const refusal = refusalOf(api, answer);
    const mayPass =
      answer.status >= 500 || answer.status === 429 || (cursor !== undefined && refusal.code === 'internal');
    if (!mayPass) throw explained(api, refusal);
    const why = answer.status === 429 ? ` (${refusal.message})` : '';
    return { lost: `it returns ${answer.status}${why}`, pauseMsMin: (refusal.extras.retryAfterSeconds ?? 0) * 1000 };
  } catch (error) {
    if (error instanceof NoAnswer) return { lost: error.reason, pauseMsMin: 0 };
    throw error;
  }
}

function explained(api: Api, refusal: DomainError): DomainError {
  if (refusal.code !== 'not_found') return refusal;
  const detail = `${api.url} has no events endpoint. Either --api is not the base address of the API, or the API is an older version.`;
  return new DomainError('not_found', detail);
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal }).catch(() => undefined);
}

async function take(session: Session, { id, headers, body }: Page['events'][number]): Promise<void> {
  const { secret, wanted, forwardTo, report, signal } = session;
  const rawBody = Buffer.from(body);
  const event = parse(body);
  const type = headers['x-webhook-event'] ?? '';
  if (wanted && !wanted.has(type)) return;
  const isTest = headers['x-webhook-test'] === 'true';
  const summary = `${isTest ? 'TEST ' : ''}${describeEvent(event)}`;
  const received: ReceivedEvent = { id, type, headers, rawBody, event, summary };
  const verdict: Verdict = verifySignature(rawBody, headers['x-webhook-signature'], secret);
  if (!verdict.ok) {
    report.refused(received, verdict.reason);
    return;
  }
  report.received(received);
  const forwarded = forwardTo && (await forward(forwardTo, received, { signal }));
  if (!signal.aborted) report.done(received, forwarded);
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
