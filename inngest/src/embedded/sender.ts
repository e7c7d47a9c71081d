import { createHash, randomUUID } from 'node:crypto';
import type pg from 'pg';
import { z } from 'zod';
import { type EngineEvent, reservedPrefix } from './event.ts';
import { postEvents } from './mailbox.ts';

const eventsPerSendMax = 5_000;
const nameLengthMax = 255;
const idLengthMax = 255;

/** A text that is stored in a column of its own, where Postgres cannot store a zero byte. */
const columnText = (lengthMax: number) =>
  z
    .string()
    .min(1)
    .max(lengthMax)
    .refine((text) => !text.includes('\u0000'), 'holds a zero byte');

const eventSchema = z.strictObject({
  id: columnText(idLengthMax).nullish(),
  name: columnText(nameLengthMax).refine((name) => !name.startsWith(reservedPrefix), `begins with ${reservedPrefix}`),
  data: z.unknown().optional(),
  ts: z.int().optional(),
});
const bodySchema = z.array(eventSchema).max(eventsPerSendMax);

/**
 * Returns a `fetch` for `new Inngest({ fetch, isDev: true })` in a process that only sends. It stores events in the
 * mailbox table, where the engine finds them whenever one runs. Every other request gets 501.
 */
export function embeddedFetch({ pool }: { pool: pg.Pool }): typeof fetch {
  return async (input, init) => {
    const path = pathOf(input);
    if (!path.startsWith('/e/')) return notAvailable(path);
    return acceptEvents(pool, init);
  };
}

/** Returns the path of the request that `fetch` was called with. */
export function pathOf(input: Parameters<typeof fetch>[0]): string {
  return new URL(input instanceof Request ? input.url : input).pathname;
}

/** Returns 501 and not 404, because the SDK reads a 404 as "nobody waits for this signal" and continues. */
export function notAvailable(path: string): Response {
  return Response.json({ status: 501, error: `${path} is not available in the embedded engine` }, { status: 501 });
}

/** Handles `POST /e/<key>` like an Inngest server: stores the events and returns their ids. */
export async function acceptEvents(pool: pg.Pool, init: RequestInit | undefined): Promise<Response> {
  const events = readEvents(init);
  if (typeof events === 'string') return Response.json({ status: 400, error: events }, { status: 400 });
  try {
    if (events.length > 0) await postEvents(pool, events);
  } catch (error) {
    const sentence = `The events could not be stored: ${(error as Error).message}`;
    return Response.json({ status: 503, error: sentence }, { status: 503 });
  }
  return Response.json({ status: 200, ids: events.map((event) => event.id) });
}

/** Returns the events, or a sentence that says why they are refused. */
function readEvents(init: RequestInit | undefined): EngineEvent[] | string {
  let body: unknown;
  try {
    body = JSON.parse(String(init?.body));
  } catch {
    return 'The body is not JSON';
  }
  const parsed = bodySchema.safeParse([body].flat());
  if (!parsed.success) return `Not an event that the embedded engine takes: ${z.prettifyError(parsed.error)}`;
  const seed = new Headers(init?.headers).get('x-inngest-event-id-seed');
  const now = Date.now();
  return parsed.data.map(({ id, name, data, ts }, index) => ({
    id: id ?? eventId(seed, index),
    name,
    data: data ?? {},
    ts: ts ?? now,
  }));
}

/** The SDK uses the same seed when it sends again after a failure. The same seed gives the same ids. */
function eventId(seed: string | null, index: number): string {
  if (seed === null) return randomUUID();
  return createHash('sha256').update(`${seed}:${index}`).digest('hex').slice(0, 32);
}
