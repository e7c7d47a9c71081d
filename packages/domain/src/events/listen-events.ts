import { z } from 'zod';
import { deliveryHeaders } from '../endpoints/index.ts';
import { requireScope } from '../kernel/authority.ts';
import type { TenantContext } from '../kernel/context.ts';
import { invalidInput, issue } from '../kernel/input.ts';
import { minuteMs } from '../kernel/time.ts';
import type { EventType } from '../outbox/index.ts';
import { listenSecret } from './listen-secret.ts';
import { eventIssues } from './refusals.ts';
import * as events from './statements.ts';

const pageSizeMax = 100;
/** Events that one call looks at. Those that nobody wants are passed over and not looked at again. */
const lookedMax = 100;
/** Clocks of machines differ, and an event commits slightly later than its timestamp. */
const overlapMs = minuteMs;
const beforeAllIds = '00000000-0000-0000-0000-000000000000';

/** A snapshot names each transaction that was open. */
const snapshotLengthMax = 8_000;

const cursorSchema = z.object({
  writtenBy: z.string().regex(/^[0-9]{1,18}$/),
  id: z.guid(),
  /** Milliseconds: no event after the cursor is older than this by more than the overlap. */
  at: z.int().min(0).max(Date.UTC(9_999, 0)),
  /** The snapshot at the listener's start, as long as transactions that were open in it may still write events. */
  unseenBy: z
    .string()
    .max(snapshotLengthMax)
    .regex(/^\d+:\d+:[\d,]*$/)
    .optional(),
});
type Cursor = z.output<typeof cursorSchema>;

type ListenedEvent = {
  id: string;
  type: EventType;
  createdAt: Date;
  /** The exact text that is sent. */
  body: string;
  /** A test event. */
  test: boolean;
};

/**
 * A tenant's sandbox events after a cursor, in the order of their commits, each exactly once. An event whose transaction
 * is still open delays later ones. Without a cursor the list is empty, and `next` is the current cursor.
 * @param types wanted types; an empty list is the contract's, as for an endpoint
 * @throws DomainError forbidden (scope), invalid_input when `after` is not a cursor
 */
export async function listenEvents(
  ctx: TenantContext,
  { after, limit = pageSizeMax, types = [] }: { after?: string | undefined; limit?: number; types?: EventType[] },
): Promise<{ events: ListenedEvent[]; next: string }> {
  requireScope(ctx, 'read');
  if (ctx.tenant.environment !== 'sandbox') throw new Error('events are listened to in the sandbox only');
  const { pool } = ctx.db;
  // Read before the frontier and the events, so that the cursor is never later than events after it.
  const nowMs = ctx.clock.now().getTime();
  if (after === undefined) {
    const { oldest: writtenBy, snapshot: unseenBy } = await events.readMoment(pool);
    return { events: [], next: encode({ writtenBy, id: beforeAllIds, at: nowMs, unseenBy }) };
  }
  const { writtenBy, id, at, unseenBy } = decode(after);
  const from = { writtenBy, id, createdFrom: new Date(at - overlapMs), unseenBy: unseenBy ?? null };
  const looked = await events.listAfter(pool, ctx.tenant, { ...from, types }, lookedMax);
  const rows = upTo(looked, Math.min(limit, pageSizeMax));
  const last = rows.at(-1);
  return {
    events: rows
      .filter(({ wanted }) => wanted)
      .map((row) => ({
        id: row.id,
        type: row.type as EventType,
        createdAt: row.createdAt,
        body: row.body,
        test: row.test,
      })),
    // Without rows the cursor does not move, because its time must not overtake an event that commits late.
    next: last
      ? encode({
          writtenBy: last.writtenBy,
          id: last.id,
          at: Math.min(last.createdAt.getTime(), nowMs),
          ...(unseenBy && !isPast(unseenBy, last.writtenBy) && { unseenBy }),
        })
      : after,
  };
}

/** The rows up to the wanted one that fills the page; all when there are fewer. */
function upTo<Row extends { wanted: boolean }>(rows: Row[], wantedMax: number): Row[] {
  let count = 0;
  const full = rows.findIndex(({ wanted }) => {
    if (wanted) count += 1;
    return count === wantedMax;
  });
  return full === -1 ? rows : rows.slice(0, full + 1);
}

/**
 * The headers that a webhook with the event would have, signed at `at` for the listener who has the
 * API key.
 */
export function listenHeaders(event: ListenedEvent, apiKey: string, at: Date): Record<string, string> {
  const { id, type: eventType, test, body: rawBody } = event;
  return deliveryHeaders({ id, eventType, test, at, rawBody, secrets: [listenSecret(apiKey)] });
}

/** Whether all transactions that were open in a snapshot are before this one. A snapshot is `oldest:next:open,…`. */
function isPast(snapshot: string, writtenBy: string): boolean {
  const [, next = '0'] = snapshot.split(':');
  return BigInt(writtenBy) >= BigInt(next);
}

function encode(cursor: Cursor): string {
  return Buffer.from(JSON.stringify(cursor)).toString('base64url');
}

function decode(text: string): Cursor {
  try {
    return cursorSchema.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
  } catch {
    throw invalidInput(issue('after', eventIssues.earlierCursor));
  }
}
