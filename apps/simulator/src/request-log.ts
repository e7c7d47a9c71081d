/** One request to the provider's API. It never holds headers, passwords or callback URLs. */
export type RequestEntry = {
  at: string;
  method: string;
  path: string;
  /** HTTP status of the reply. Stays null when the simulator cut the connection or left it hanging. */
  status: number | null;
  errorCode: string | null;
  phone: string | null;
  amount: number | null;
  accountReference: string | null;
  checkoutRequestId: string | null;
  originatorConversationId: string | null;
};

export type RequestLog = {
  add(method: string, path: string): RequestEntry;
  /** Counts by `METHOD path` since the last clear, and the newest entries first. */
  read(): { counts: Record<string, number>; requests: RequestEntry[] };
  clear(): void;
};

/**
 * Keeps the last `requestsMax` entries and complete counts. Callers must pass a `path` from a fixed set: the map of
 * counts has one key per path.
 */
export const createRequestLog = (requestsMax: number, now: () => number): RequestLog => {
  let entries: RequestEntry[] = [];
  let counts = new Map<string, number>();
  return {
    add(method, path) {
      const entry: RequestEntry = {
        at: new Date(now()).toISOString(),
        method,
        path,
        status: null,
        errorCode: null,
        phone: null,
        amount: null,
        accountReference: null,
        checkoutRequestId: null,
        originatorConversationId: null,
      };
      entries.push(entry);
      if (entries.length > requestsMax) entries.shift();
      const key = `${method} ${path}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
      return entry;
    },
    read: () => ({ counts: Object.fromEntries(counts), requests: entries.toReversed() }),
    clear() {
      entries = [];
      counts = new Map();
    },
  };
};
