/** The request to a customer, as the cashier typed it. */
export type Asked = { way: 'prompt' | 'qr'; amount: string; phone: string };

/**
 * One customer at the counter. Kept in the tab, so that a reload or a lost connection loses nothing and sends nothing
 * twice.
 */
export type Visit = Asked & {
  /** Who asked: an order belongs to the person, and another person's key would order again. */
  person: string;
  /** The same through every repetition: the server makes one order of them. */
  requestKey: string;
  /** Identifies the payment of a code; undefined for a code without an account number. */
  reference?: string;
  /** When the button was pressed. */
  askedAtMs: number;
  /** As soon as the server answered. */
  orderId?: string;
  /** The customer had left and is back. A payment in between may not be for the current request. */
  isBack?: boolean;
};

/** The state of the tab: the current visit, and earlier visits whose prompt could still be paid. */
export type Counter = { visit?: Visit; left: Visit[] };

export const emptyCounter: Counter = { left: [] };

/** A prompt that could not be sent within this time is not sent later without the cashier. */
const sendWithinMs = 60_000;
/** How long a customer who left is remembered: longer than an order waits for a worker and a prompt for its PIN. */
const rememberMs = 20 * 60_000;
const leftMax = 20;

/** Whether to go on sending without being asked again. */
export function maySend({ askedAtMs }: Visit, nowMs: number): boolean {
  return nowMs - askedAtMs < sendWithinMs;
}

/** The digits that two spellings of a Kenyan number share: `0712…`, `+254 712…`. */
const coreOf = (phone: string) => phone.replace(/\D/g, '').slice(-9);

/** The earlier prompt that may still be open on this phone. It is checked before the phone gets another. */
export function openVisitOf(counter: Counter, { way, phone }: Asked, nowMs: number): Visit | undefined {
  if (way !== 'prompt' || coreOf(phone).length < 9) return undefined;
  return remembered(counter.left, nowMs).find((visit) => coreOf(visit.phone) === coreOf(phone));
}

/** The next customer. `isOpen`: the one before may still pay. */
export function withNext(counter: Counter, isOpen: boolean, nowMs: number): Counter {
  const { visit } = counter;
  const left = remembered(counter.left, nowMs).filter(({ requestKey }) => requestKey !== visit?.requestKey);
  return { left: visit && isOpen && visit.way === 'prompt' ? [visit, ...left].slice(0, leftMax) : left };
}

/** Begins with a customer. */
export function withVisit(counter: Counter, visit: Visit): Counter {
  return { visit, left: counter.left.filter(({ requestKey }) => requestKey !== visit.requestKey) };
}

const remembered = (left: Visit[], nowMs: number) => left.filter(({ askedAtMs }) => nowMs - askedAtMs < rememberMs);

/** The stored counter, if it is complete and belongs to this person; otherwise an empty one. */
export function readCounter(text: string | null, person: string): Counter {
  try {
    const { visit, left } = JSON.parse(text ?? '') as { visit?: unknown; left?: unknown };
    const own = (candidate: unknown): candidate is Visit => isVisit(candidate) && candidate.person === person;
    return { visit: own(visit) ? visit : undefined, left: Array.isArray(left) ? left.filter(own) : [] };
  } catch {
    return emptyCounter;
  }
}

function isVisit(value: unknown): value is Visit {
  if (typeof value !== 'object' || value === null) return false;
  const { way, amount, phone, person, requestKey, askedAtMs } = value as Record<string, unknown>;
  const texts = [amount, phone, person, requestKey];
  return (way === 'prompt' || way === 'qr') && texts.every((text) => typeof text === 'string') && Number(askedAtMs) > 0;
}

/** Letters and digits that are clear when read aloud. */
const letters = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const referenceLetters = 7;

/** A reference that no other customer of the day has, short enough for M-PESA. */
export function newReference(random: Uint8Array): string {
  return `D${[...random.slice(0, referenceLetters)].map((byte) => letters[byte % letters.length]).join('')}`;
}
