import type { CallbackKind, CallbackState, DeliveryStatus, DisbursementDoor, InquiryStatus } from '@tillgate/db';
import type { ActorView } from '../actors.ts';

/** One thing that happened to a payout or refund. Times are ISO 8601. */
type DisbursementTimelineEntry = { at: string } & (
  | { kind: 'requested'; by: ActorView }
  | { kind: 'approved'; by: ActorView; note: string | null }
  | { kind: 'sent' }
  | { kind: 'acknowledged' }
  | { kind: 'callback'; callbackId: string; about: CallbackKind; isOfInquiry: boolean; state: CallbackState }
  | { kind: 'asked'; inquiryId: string; status: InquiryStatus }
  | { kind: 'settled'; status: 'success' | 'failed'; door: DisbursementDoor }
  | { kind: 'noted'; action: string }
  | { kind: 'delivery'; deliveryId: string; url: string; status: DeliveryStatus; lastStatusCode: number | null }
);

/** The order of entries with the same time: what leads to what. */
const rank: Record<DisbursementTimelineEntry['kind'], number> = {
  requested: 0,
  approved: 1,
  sent: 2,
  acknowledged: 3,
  asked: 4,
  callback: 5,
  settled: 6,
  noted: 7,
  delivery: 8,
};

type Facts = {
  disbursement: {
    id: string;
    status: 'pending' | 'success' | 'failed';
    settledBy: DisbursementDoor | null;
    createdAt: Date;
    acknowledgedAt: Date | null;
    settledAt: Date | null;
  };
  requestedBy: ActorView;
  /** The order that created it. Its time is when the disbursement was requested. */
  order: { createdAt: Date; decidedAt: Date | null; decisionNote: string | null; approvedBy: ActorView | null } | null;
  inquiries: { id: string; status: InquiryStatus; createdAt: Date }[];
  callbacks: { callbackId: string; kind: CallbackKind; subjectId: string; state: CallbackState; receivedAt: string }[];
  notes: { action: string; createdAt: Date }[];
  deliveries: { deliveryId: string; url: string; status: DeliveryStatus; lastStatusCode: number | null; at: string }[];
};

const iso = (date: Date) => date.toISOString();

function milestones({ disbursement, order, requestedBy }: Facts): DisbursementTimelineEntry[] {
  const { status, settledBy, createdAt, acknowledgedAt, settledAt } = disbursement;
  const entries: DisbursementTimelineEntry[] = [
    { at: iso(order?.createdAt ?? createdAt), kind: 'requested', by: requestedBy },
    { at: iso(createdAt), kind: 'sent' },
  ];
  if (order?.approvedBy && order.decidedAt) {
    entries.push({ at: iso(order.decidedAt), kind: 'approved', by: order.approvedBy, note: order.decisionNote });
  }
  if (acknowledgedAt) entries.push({ at: iso(acknowledgedAt), kind: 'acknowledged' });
  if (settledAt && settledBy && status !== 'pending') {
    entries.push({ at: iso(settledAt), kind: 'settled', status, door: settledBy });
  }
  return entries;
}

/** Everything on record about a payout or refund, the oldest first. */
export function timelineOf(facts: Facts): DisbursementTimelineEntry[] {
  const entries: DisbursementTimelineEntry[] = [
    ...milestones(facts),
    ...facts.inquiries.map(({ id, status, createdAt }) => ({
      at: iso(createdAt),
      kind: 'asked' as const,
      inquiryId: id,
      status,
    })),
    ...facts.callbacks.map(({ callbackId, kind, subjectId, state, receivedAt }) => ({
      at: receivedAt,
      kind: 'callback' as const,
      callbackId,
      about: kind,
      isOfInquiry: subjectId !== facts.disbursement.id,
      state,
    })),
    ...facts.notes.map(({ action, createdAt }) => ({ at: iso(createdAt), kind: 'noted' as const, action })),
    ...facts.deliveries.map(({ deliveryId, url, status, lastStatusCode, at }) => ({
      at,
      kind: 'delivery' as const,
      deliveryId,
      url,
      status,
      lastStatusCode,
    })),
  ];
  return entries.sort((a, b) => (a.at === b.at ? rank[a.kind] - rank[b.kind] : a.at < b.at ? -1 : 1));
}
