import type {
  CallbackState,
  DeliveryStatus,
  DisbursementStatus,
  OrderKind,
  OrderStatus,
  SettledBy,
} from '@tillgate/db';
import type { ActorView } from '../actors.ts';

/** One thing that happened to a payment. Times are ISO 8601. */
export type TimelineEntry = { at: string } & (
  | { kind: 'requested'; by: ActorView }
  | { kind: 'received_offline' }
  | { kind: 'prompt_acknowledged' }
  | { kind: 'callback'; callbackId: string; state: CallbackState }
  | { kind: 'queried' }
  | { kind: 'settled'; status: 'success' | 'failed'; door: SettledBy }
  | { kind: 'noted'; action: string }
  | { kind: 'announced'; eventId: string; type: string }
  | {
      kind: 'delivery';
      deliveryId: string;
      url: string;
      status: DeliveryStatus;
      attempts: number;
      lastStatusCode: number | null;
    }
  | { kind: 'refund_sent'; disbursementId: string; amount: number }
  | { kind: 'refund_ended'; disbursementId: string; amount: number; status: 'success' | 'failed' }
  | { kind: 'order'; orderId: string; order: OrderKind; status: OrderStatus; by: ActorView }
);

/** The order of entries with the same time: what leads to what. */
const rank: Record<TimelineEntry['kind'], number> = {
  order: 0,
  requested: 1,
  received_offline: 1,
  prompt_acknowledged: 2,
  queried: 3,
  callback: 4,
  settled: 5,
  noted: 6,
  announced: 7,
  delivery: 8,
  refund_sent: 9,
  refund_ended: 10,
};

type Facts = {
  payment: {
    source: 'stk' | 'c2b';
    status: 'pending' | 'success' | 'failed';
    settledBy: SettledBy | null;
    createdAt: Date;
    promptedAt: Date | null;
    settledAt: Date | null;
    lastQueriedAt: Date | null;
  };
  requestedBy: ActorView;
  /** The order that created the payment is shown as its request. */
  orders: { orderId: string; kind: OrderKind; status: OrderStatus; createdAt: Date; by: ActorView }[];
  callbacks: { id: string; state: CallbackState; receivedAt: Date }[];
  notes: { action: string; createdAt: Date }[];
  reversals: { id: string; status: DisbursementStatus; amount: number; createdAt: Date; settledAt: Date | null }[];
  events: { id: string; type: string; createdAt: Date }[];
  deliveries: {
    id: string;
    url: string;
    status: DeliveryStatus;
    attemptCount: number;
    lastStatusCode: number | null;
    lastAttemptAt: Date | null;
    createdAt: Date;
  }[];
};

const iso = (date: Date) => date.toISOString();

function milestones({ payment, requestedBy }: Facts): TimelineEntry[] {
  const { source, status, settledBy, createdAt, promptedAt, settledAt, lastQueriedAt } = payment;
  const entries: TimelineEntry[] = [
    source === 'c2b'
      ? { at: iso(createdAt), kind: 'received_offline' }
      : { at: iso(createdAt), kind: 'requested', by: requestedBy },
  ];
  if (promptedAt) entries.push({ at: iso(promptedAt), kind: 'prompt_acknowledged' });
  if (lastQueriedAt) entries.push({ at: iso(lastQueriedAt), kind: 'queried' });
  // An offline payment is settled when it is recorded, so it needs no second entry.
  const isNews = source === 'stk' || status === 'failed';
  if (settledAt && settledBy && status !== 'pending' && isNews) {
    entries.push({ at: iso(settledAt), kind: 'settled', status, door: settledBy });
  }
  return entries;
}

function refundEntries({ id, status, amount, createdAt, settledAt }: Facts['reversals'][number]): TimelineEntry[] {
  const refund = { disbursementId: id, amount };
  const sent: TimelineEntry = { at: iso(createdAt), kind: 'refund_sent', ...refund };
  if (!settledAt || status === 'pending') return [sent];
  return [sent, { at: iso(settledAt), kind: 'refund_ended', ...refund, status }];
}

/** Everything on record about a payment, the oldest first. */
export function timelineOf(facts: Facts): TimelineEntry[] {
  const entries: TimelineEntry[] = [
    ...milestones(facts),
    ...facts.orders
      .filter(({ kind }) => kind !== 'collect')
      .map(({ orderId, kind, status, createdAt, by }) => ({
        at: iso(createdAt),
        kind: 'order' as const,
        orderId,
        order: kind,
        status,
        by,
      })),
    ...facts.reversals.flatMap(refundEntries),
    ...facts.callbacks.map(({ id, state, receivedAt }) => ({
      at: iso(receivedAt),
      kind: 'callback' as const,
      callbackId: id,
      state,
    })),
    ...facts.notes.map(({ action, createdAt }) => ({ at: iso(createdAt), kind: 'noted' as const, action })),
    ...facts.events.map(({ id, type, createdAt }) => ({
      at: iso(createdAt),
      kind: 'announced' as const,
      eventId: id,
      type,
    })),
    ...facts.deliveries.map((delivery) => ({
      at: iso(delivery.lastAttemptAt ?? delivery.createdAt),
      kind: 'delivery' as const,
      deliveryId: delivery.id,
      url: delivery.url,
      status: delivery.status,
      attempts: delivery.attemptCount,
      lastStatusCode: delivery.lastStatusCode,
    })),
  ];
  return entries.sort((a, b) => (a.at === b.at ? rank[a.kind] - rank[b.kind] : a.at < b.at ? -1 : 1));
}
