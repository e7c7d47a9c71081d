import { secondsLeft, stageOf } from '@/features/collect/countdown';
import { maskPhone } from '@/format';
import { arrivesWithinMs } from './sending.ts';

/** What is known of a request. `part`: a code was paid in part. `unclear`: the provider has not said how it ended. */
export type KeptState = 'unknown' | 'sending' | 'waiting' | 'unclear' | 'part' | 'paid' | 'unpaid' | 'not_sent';

/** A request of this screen, without the whole phone number: the device keeps it. */
export type KeptRequest = {
  requestKey: string;
  way: 'prompt' | 'qr';
  /** Whole KES that were requested. */
  amount: number;
  /** Masked; empty for a code. */
  phone: string;
  reference: string;
  /** When the button was pressed, by the clock of this device. */
  askedAtMs: number;
  state: KeptState;
  orderId?: string;
  receipt?: string;
  paidCents?: number;
  /** How much of it a shift has counted. */
  countedCents?: number;
};

/** What was paid through this screen since a moment. */
export type Shift = { sinceMs: number; isStarted: boolean; count: number; cents: number };

export type Kept = { requests: KeptRequest[]; shift?: Shift };

/** What the server says about a request. */
export type FoundRequest = {
  requestKey: string;
  orderId: string;
  status: string;
  ok: boolean | null;
  isIndeterminate: boolean;
  payment: { status: 'pending' | 'success' | 'failed'; promptedAt: string | null } | null;
  paid: { amount: number; receipt: string | null; at: string } | null;
};

/** The requests that the list shows. */
export const shownMax = 10;
/** With older ones that have no outcome yet: a shift counts them when they are paid. */
const keptMax = 50;
/** Longer than a prompt can be without an outcome. */
const followMs = 50 * 60 * 60_000;
/** A shift that somebody started goes on over midnight, but not for ever. */
const startedShiftMs = 16 * 60 * 60_000;
const dayMs = 24 * 60 * 60_000;
const nairobiMs = 3 * 60 * 60_000;

export const nothingKept: Kept = { requests: [] };

/** A phone number as the device may keep it, however it was typed: `0712…678`. */
export function maskedOf(phone: string): string {
  return phone.includes('…') ? phone : maskPhone(phone.replace(/[^\d+]/g, ''));
}

const ended: ReadonlySet<KeptState> = new Set(['paid', 'unpaid', 'not_sent']);

/** Whether the state of a request may still change. A code without a reference has no payment that could be found. */
export function isOpen({ state, askedAtMs, way, reference, orderId }: KeptRequest, nowMs: number): boolean {
  const isFindable = way === 'prompt' || reference !== '' || orderId === undefined;
  return isFindable && !ended.has(state) && nowMs - askedAtMs < followMs;
}

const bounded = (requests: KeptRequest[], nowMs: number) =>
  requests.filter((request, index) => index < shownMax || isOpen(request, nowMs)).slice(0, keptMax);

/** A request that is about to be sent, as the newest. A repetition replaces the earlier one. */
export function withRequest(kept: Kept, request: KeptRequest, nowMs: number): Kept {
  const others = kept.requests.filter(({ requestKey }) => requestKey !== request.requestKey);
  return { requests: bounded([request, ...others], nowMs), shift: shiftAt(kept.shift, nowMs) };
}

/** The order of a request. An answer may come after the request was taken for lost. */
export function withKeptOrder(kept: Kept, requestKey: string, orderId: string): Kept {
  const requests = kept.requests.map((request) => {
    if (request.requestKey !== requestKey) return request;
    const isNews = request.state === 'unknown' || request.state === 'not_sent';
    return { ...request, orderId, ...(isNews && { state: 'sending' as const }) };
  });
  return { ...kept, requests };
}

/** Without a request that was never sent. */
export function withoutRequest(kept: Kept, requestKey: string): Kept {
  return { ...kept, requests: kept.requests.filter((request) => request.requestKey !== requestKey) };
}

/** The shift of a moment. It begins with the first use of the day in Nairobi, or when somebody starts it. */
export function shiftAt(shift: Shift | undefined, nowMs: number): Shift {
  const day = (ms: number) => Math.floor((ms + nairobiMs) / dayMs);
  const goesOn = shift?.isStarted ? nowMs - shift.sinceMs < startedShiftMs : shift && day(shift.sinceMs) === day(nowMs);
  return shift && goesOn ? shift : { sinceMs: nowMs, isStarted: false, count: 0, cents: 0 };
}

/** A new shift, with nothing paid yet. */
export function withNewShift(kept: Kept, nowMs: number): Kept {
  return { ...kept, shift: { sinceMs: nowMs, isStarted: true, count: 0, cents: 0 } };
}

type News = {
  found: FoundRequest[];
  /** The keys that the server was asked about. */
  asked: string[];
  /** The clock of the server, in ISO 8601, and of this device, when the server answered. */
  serverNow: string;
  readAtMs: number;
};

/** The list and the shift after the server was asked. Each payment counts once. */
export function withNews(kept: Kept, news: News): Kept {
  const before = shiftAt(kept.shift, news.readAtMs);
  let shift = before;
  const requests = kept.requests.map((request) => {
    if (!news.asked.includes(request.requestKey)) return request;
    const found = news.found.find(({ requestKey }) => requestKey === request.requestKey);
    const next = found ? updated(request, found, news) : absent(request, news.readAtMs);
    const { paidCents = 0, countedCents = 0 } = next;
    if (!found?.paid || paidCents <= countedCents) return next;
    const paidAtMs = Date.parse(found.paid.at) + news.readAtMs - Date.parse(news.serverNow);
    if (paidAtMs >= shift.sinceMs) {
      const isFirst = countedCents === 0;
      shift = { ...shift, count: shift.count + (isFirst ? 1 : 0), cents: shift.cents + paidCents - countedCents };
    }
    return { ...next, countedCents: paidCents };
  });
  return { requests: bounded(requests, news.readAtMs), shift };
}

function updated(request: KeptRequest, found: FoundRequest, { serverNow, readAtMs }: News): KeptRequest {
  const paidCents = found.paid ? Math.round(found.paid.amount * 100) : undefined;
  return {
    ...request,
    orderId: found.orderId,
    state: request.way === 'qr' ? codeState(request, found, paidCents) : promptState(found, { serverNow, readAtMs }),
    ...(paidCents !== undefined && { paidCents }),
    ...(found.paid?.receipt && { receipt: found.paid.receipt }),
  };
}

function absent(request: KeptRequest, nowMs: number): KeptRequest {
  return { ...request, state: nowMs - request.askedAtMs >= arrivesWithinMs ? 'not_sent' : 'unknown' };
}

function promptState(
  { status, ok, isIndeterminate, payment }: FoundRequest,
  clock: { serverNow: string; readAtMs: number },
) {
  const promptedAt = payment?.promptedAt ?? null;
  const stage = stageOf({
    order: { status, ok: ok ?? undefined, isIndeterminate },
    payment: payment ? { status: payment.status, isPrompted: promptedAt !== null } : undefined,
    seconds: promptedAt ? secondsLeft(promptedAt, clock, clock.readAtMs) : 0,
  });
  return stage === 'overdue' ? 'unclear' : stage;
}

function codeState({ amount, reference }: KeptRequest, { ok }: FoundRequest, paidCents: number | undefined): KeptState {
  if (paidCents !== undefined) return paidCents >= amount * 100 ? 'paid' : 'part';
  if (ok === false) return 'not_sent';
  return reference === '' ? 'unknown' : 'waiting';
}

/** What the device has stored, if it is whole; otherwise nothing. */
export function readKept(text: string | null): Kept {
  try {
    const { requests, shift } = JSON.parse(text ?? '') as { requests?: unknown; shift?: unknown };
    return { requests: Array.isArray(requests) ? requests.filter(isRequest) : [], ...(isShift(shift) && { shift }) };
  } catch {
    return nothingKept;
  }
}

function isRequest(value: unknown): value is KeptRequest {
  if (typeof value !== 'object' || value === null) return false;
  const { requestKey, way, amount, phone, reference, askedAtMs, state } = value as Record<string, unknown>;
  const texts = [requestKey, phone, reference, state];
  const numbers = [amount, askedAtMs];
  return (
    (way === 'prompt' || way === 'qr') &&
    texts.every((text) => typeof text === 'string') &&
    numbers.every((number) => Number.isFinite(number))
  );
}

function isShift(value: unknown): value is Shift {
  if (typeof value !== 'object' || value === null) return false;
  const { sinceMs, count, cents } = value as Record<string, unknown>;
  return [sinceMs, count, cents].every((number) => Number.isFinite(number));
}
