import { setTimeout as delay } from 'node:timers/promises';
import { DomainError, issues } from '@tillgate/domain';
import { listenEvents, listenHeaders } from '@tillgate/domain/events';
import { allEventTypes, type EventType, eventTypes, extraEventTypes } from '@tillgate/domain/outbox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Deps } from '../deps.ts';
import { identify, presentedKey, tenantContext } from '../plugins/authenticate.ts';
import { sandboxOnly } from '../plugins/sandbox-only.ts';
import type { Routes } from '../routes-type.ts';
import { problemResponses } from './problem-responses.ts';

const waitSecondsMax = 25;
const lookMs = 400;
/** A listener forwards events one by one, up to 15 s each. The last signature must still be fresh by then. */
const eventsMax = 10;
const listenersPerKeyMax = 4;
const listenersMax = 200;
const retryAfterSeconds = 5;

const isEventType = (text: string): text is EventType => allEventTypes.some((type) => type === text);
const typePattern = `(?:${allEventTypes.join('|').replaceAll('.', '[.]')})`;
const named = (types: readonly string[]) => types.map((type) => `\`${type}\``).join(', ');

export const listenQuerySchema = z.object({
  after: z.string({ error: issues.givenOnce }).optional().meta({
    description:
      'The `next` of the previous response, unchanged. Without it, the response has no events and a `next` that starts now.',
  }),
  wait: z
    .string({ error: issues.givenOnce })
    .regex(/^[0-9]{1,2}$/, { error: issues.wholeNumber, abort: true })
    .default(String(waitSecondsMax))
    .transform(Number)
    .refine((seconds) => seconds <= waitSecondsMax, { error: issues.between({ min: 0, max: waitSecondsMax }) })
    .meta({
      pattern: '^(?:0?[0-9]|1[0-9]|2[0-5])$',
      description: `How many seconds to wait for an event before returning none, 0 to ${waitSecondsMax}.`,
    }),
  types: z
    .string({ error: issues.givenOnce })
    .default('')
    .transform((text) => (text === '' ? [] : text.split(',')))
    .refine((types): types is EventType[] => types.every(isEventType), {
      error: issues.oneOf({ values: allEventTypes.join(', ') }),
    })
    .meta({
      pattern: `^(?:${typePattern}(?:,${typePattern})*)?$`,
      description: `Event types to return, separated by commas. Without them, or empty: ${named(eventTypes)}. The extra types are returned only when they are named: ${named(extraEventTypes)}.`,
    }),
});

export const listenedEventsSchema = z
  .strictObject({
    events: z.array(
      z
        .strictObject({
          id: z.uuid().meta({ description: 'Identifier of the delivery, as in x-webhook-id.' }),
          headers: z
            .record(z.string(), z.string())
            .meta({ description: 'The headers of the webhook, signed for this response.' }),
          body: z
            .string()
            .meta({ description: 'The raw body of the webhook. Verify the signature over exactly these bytes.' }),
        })
        .meta({ id: 'ListenedEvent' }),
    ),
    next: z.string().meta({ description: 'Send this as `after` in the next request.' }),
  })
  .meta({ id: 'ListenedEvents' });

/** Limits how many listeners wait at once. `enter` returns a function to leave with, or undefined when there is no room. */
export function createListeners(limits: { perKeyMax: number; max: number }) {
  const byKey = new Map<string, number>();
  let all = 0;
  return {
    enter(keyId: string): (() => void) | undefined {
      const own = byKey.get(keyId) ?? 0;
      if (own >= limits.perKeyMax || all >= limits.max) return undefined;
      byKey.set(keyId, own + 1);
      all += 1;
      return () => {
        all -= 1;
        const left = (byKey.get(keyId) ?? 1) - 1;
        if (left > 0) byKey.set(keyId, left);
        else byKey.delete(keyId);
      };
    },
  };
}

type Listeners = ReturnType<typeof createListeners>;

/** GET /events/listen, for sandbox keys. Production keys get the 404 of an unknown path. */
export function eventsListenRoute(app: Routes, deps: Deps): void {
  const listeners = createListeners({ perKeyMax: listenersPerKeyMax, max: listenersMax });
  let stopping = false;
  app.addHook('preClose', async () => {
    stopping = true;
  });
  app.get(
    '/events/listen',
    {
      onRequest: sandboxOnly,
      config: { scope: 'read' },
      schema: {
        operationId: 'listenEvents',
        summary: 'Listen to sandbox events',
        description:
          'Waits for events and returns each of them once, in order, as the webhook that it would be. Use it to develop without a public URL. The signing secret is `whsec_` followed by the base64 of HMAC-SHA256 over the text `tillgate listen`, keyed by the API key. The command `tillgate listen` does all of this for you. Only for sandbox keys.',
        tags: ['Sandbox'],
        querystring: listenQuerySchema,
        response: {
          200: listenedEventsSchema.describe('The events, or none when the wait ended.'),
          ...problemResponses(401, 403, 404, 422, 429, 500, 503),
        },
      },
    },
    async (request, reply) => {
      const { after, wait, types } = request.query;
      const look = (from: string | undefined) =>
        listenEvents(tenantContext(deps.context, request), { after: from, limit: eventsMax, types });
      // Read before the first await, so that an early disconnect is noticed.
      const { signal } = request;
      const found = await look(after);
      const waits = after !== undefined && found.events.length === 0 && wait > 0;
      const isOver = () => stopping || signal.aborted;
      const waiting = { listeners, look, isOver, found, reply };
      const { events, next } = waits ? await waitForEvents(deps, request, waiting) : found;
      // A connection that stays open would delay the end of the process.
      if (stopping) void reply.header('connection', 'close');
      const apiKey = presentedKey(request) ?? '';
      const at = deps.context.clock.now();
      const signed = events.map((event) => ({
        id: event.id,
        headers: listenHeaders(event, apiKey, at),
        body: event.body,
      }));
      return reply.header('cache-control', 'no-store').send({ events: signed, next });
    },
  );
}

type Found = Awaited<ReturnType<typeof listenEvents>>;
type Waiting = {
  listeners: Listeners;
  look(from: string): Promise<Found>;
  isOver(): boolean;
  found: Found;
  reply: FastifyReply;
};

/** Polls until there is an event, the wait ends, or the client leaves. */
async function waitForEvents(
  deps: Deps,
  request: FastifyRequest<{ Querystring: z.output<typeof listenQuerySchema> }>,
  { listeners, look, isOver, found, reply }: Waiting,
): Promise<Found> {
  const leave = listeners.enter(request.caller?.keyId ?? '');
  if (!leave) throw crowded();
  const waitEnds = performance.now() + request.query.wait * 1000;
  try {
    let last = found;
    while (last.events.length === 0 && performance.now() < waitEnds && !isOver()) {
      await delay(lookMs);
      if (isOver()) break;
      // A key that was revoked or lost its scope meanwhile receives no more events.
      await identify(deps, request, reply);
      // Events that the caller does not want move the cursor too.
      last = await look(last.next);
    }
    return last;
  } finally {
    leave();
  }
}

function crowded(): DomainError {
  return new DomainError(
    'rate_limited',
    `Too many listeners: at most ${listenersPerKeyMax} at once with one API key, ${listenersMax} in all. Try again in ${retryAfterSeconds} s.`,
    { retryAfterSeconds },
  );
}
