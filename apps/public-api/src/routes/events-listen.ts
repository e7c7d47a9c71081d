import { setTimeout as delay } from 'node:timers/promises';
import { DomainError } from '@tillgate/domain';
import { listenEvents, listenHeaders } from '@tillgate/domain/events';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Deps } from '../deps.ts';
import { nothingHere } from '../plugins/answer-problems.ts';
import { presentedKey, tenantContext } from '../plugins/authenticate.ts';
import type { Routes } from '../routes-type.ts';
import { problemResponses } from './problem-responses.ts';

const waitSecondsMax = 25;
const lookMs = 400;
/** A listener forwards one after the other, up to 15 s each: the last signature of an answer must still be fresh then. */
const eventsMax = 10;
const listenersPerKeyMax = 4;
const listenersMax = 200;
const retryAfterSeconds = 5;

const querySchema = z.object({
  after: z
    .string({ error: 'must be given once' })
    .optional()
    .meta({ description: 'The `next` of the answer before. Without it there are no events, and `next` begins now.' }),
  wait: z
    .string({ error: 'must be given once' })
    .regex(/^[0-9]{1,2}$/, { error: 'must be a whole number', abort: true })
    .default(String(waitSecondsMax))
    .transform(Number)
    .refine((seconds) => seconds <= waitSecondsMax, { error: `must be 0 to ${waitSecondsMax}` })
    .meta({ description: `Seconds that the answer may wait for an event, 0 to ${waitSecondsMax}.` }),
});

export const listenedEventsSchema = z
  .strictObject({
    events: z.array(
      z.strictObject({
        id: z.uuid(),
        headers: z
          .record(z.string(), z.string())
          .meta({ description: 'What a webhook would have, signed for this answer.' }),
        body: z.string().meta({ description: 'The raw body of the webhook, to be taken byte for byte.' }),
      }),
    ),
    next: z.string().meta({ description: 'Send it as `after` for what follows.' }),
  })
  .meta({ id: 'ListenedEvents' });

/** Counts who waits, so that listeners cannot use up a process. Answers how to leave, undefined when there is no room. */
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

/** GET /events/listen: for sandbox keys. To a live key there is no such path. */
export function eventsListenRoute(app: Routes, deps: Deps): void {
  const listeners = createListeners({ perKeyMax: listenersPerKeyMax, max: listenersMax });
  let stopping = false;
  app.addHook('preClose', async () => {
    stopping = true;
  });
  app.get(
    '/events/listen',
    {
      onRequest: async (request) => {
        if (request.caller?.environment !== 'sandbox') throw nothingHere();
      },
      schema: {
        operationId: 'listenEvents',
        summary: 'Listen to sandbox events',
        description:
          'Waits for events and answers each once, in the order of their commits, as the webhook that it would be: for development without a public URL. The signing secret is `whsec_` and the base64 of HMAC-SHA256 over `tillgate listen`, keyed by the API key. `tillgate listen` does all of this. Sandbox keys only.',
        tags: ['Sandbox'],
        querystring: querySchema,
        response: {
          200: listenedEventsSchema.describe('Events, or none when the wait was over.'),
          ...problemResponses(401, 404, 422, 429, 500, 503),
        },
      },
    },
    async (request, reply) => {
      const { after, wait } = request.query;
      const look = () => listenEvents(tenantContext(deps.context, request), { after, limit: eventsMax });
      // Begun before anything is awaited, so that no leaving is overlooked.
      const { signal } = request;
      const found = await look();
      const waits = after !== undefined && found.events.length === 0 && wait > 0;
      const isOver = () => stopping || signal.aborted;
      const { events, next } = waits ? await waitForEvents(deps, request, { listeners, look, isOver, found }) : found;
      // A connection that is kept would hold up the end of the process.
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

/** Looks until there is something, the wait is over, or nobody waits any more. */
async function waitForEvents(
  deps: Deps,
  request: FastifyRequest<{ Querystring: z.output<typeof querySchema> }>,
  { listeners, look, isOver, found }: { listeners: Listeners; look(): Promise<Found>; isOver(): boolean; found: Found },
): Promise<Found> {
  const leave = listeners.enter(request.caller?.keyId ?? '');
  if (!leave) throw crowded();
  const waitEnds = performance.now() + request.query.wait * 1000;
  try {
    let last = found;
    while (last.events.length === 0 && performance.now() < waitEnds && !isOver()) {
      await delay(lookMs);
      if (isOver()) break;
      await refuseRevoked(deps, request);
      last = await look();
    }
    return last;
  } finally {
    leave();
  }
}

/** A key that is revoked hears nothing more, however long it has been waiting. */
async function refuseRevoked(deps: Deps, request: Pick<FastifyRequest, 'headers'>): Promise<void> {
  if (await deps.authenticate(presentedKey(request) ?? '')) return;
  throw new DomainError('unauthenticated', 'The API key is missing or invalid.');
}

function crowded(): DomainError {
  return new DomainError(
    'rate_limited',
    `Too many are listening: at most ${listenersPerKeyMax} at once with one API key, ${listenersMax} in all. Try again in ${retryAfterSeconds} s.`,
    { retryAfterSeconds },
  );
}
