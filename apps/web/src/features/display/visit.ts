/** The request to a customer, as the cashier typed it. The reference is of a prompt; a code has one of its own. */
export type Asked = { way: 'prompt' | 'qr'; amount: string; phone: string; reference: string };

export const nothingTyped: Asked = { way: 'prompt', amount: '', phone: '', reference: '' };

/** How much of a reference M-PESA takes. */
export const referenceMax = 12;

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
  code?: string;
  /** When the button was pressed last. */
  askedAtMs: number;
  /** As soon as the server answered. */
  orderId?: string;
  /** The customer had left and is back. A payment in between may not be for the current request. */
  isBack?: boolean;
  /** Taken from the list of requests, which has no whole phone number: it cannot be asked again. */
  isRecalled?: boolean;
};

/** The state of the tab: the current visit, and earlier visits whose prompt could still be paid. */
export type Counter = { visit?: Visit; left: Visit[] };

export const emptyCounter: Counter = { left: [] };

/** How long a customer who left is remembered: longer than an order waits for a worker and a prompt for its PIN. */
const rememberMs = 20 * 60_000;
const leftMax = 20;

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

/** The order of a request, whether its customer is at the counter or has left. */
export function withOrder({ visit, left }: Counter, requestKey: string, orderId: string): Counter {
  const ordered = (one: Visit) => (one.requestKey === requestKey ? { ...one, orderId } : one);
  return { visit: visit && ordered(visit), left: left.map(ordered) };
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
  const { way, amount, phone, reference, person, requestKey, askedAtMs } = value as Record<string, unknown>;
  const texts = [amount, phone, reference, person, requestKey];
  return (way === 'prompt' || way === 'qr') && texts.every((text) => typeof text === 'string') && Number(askedAtMs) > 0;
}

/** Letters and digits that are clear when read aloud. */
const letters = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const referenceLetters = 7;

/** The reference of a code, which no other customer of the day has, short enough for M-PESA. */
export function newCode(random: Uint8Array): string {
  return `D${[...random.slice(0, referenceLetters)].map((byte) => letters[byte % letters.length]).join('')}`;
}
