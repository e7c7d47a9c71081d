import { fetchJson } from './no-answer.ts';

/** Calls of procedures in the browser, in the protocol of tRPC: those of one moment share a request. */
export type Calls = Record<'query' | 'mutation', (path: string, input: unknown) => Promise<unknown>>;

type Call = { path: string; input: unknown; settle: (reply: Reply) => void; fail: (error: unknown) => void };
type Reply = { result: { data: unknown } } | { error: { message: string; data: unknown } };

/** The refusal of a procedure. `data` is its public part; see `dataOf`. */
class CallError extends Error {
  readonly data: unknown;
  constructor({ message, data }: { message: string; data: unknown }) {
    super(message);
    this.name = 'CallError';
    this.data = data;
  }
}

type Settings = {
  /** Where procedures are, without a slash at the end. */
  url: string;
  /** Calls in one request. */
  itemsMax: number;
  /** A longer address is split into several requests. */
  urlLengthMax: number;
};

/**
 * tRPC's own client does this too, and streams, sockets and links, which no page uses: 7 kB more on every page.
 * @throws CallError when the procedure refuses, NoAnswer when nothing came back
 */
export function createCalls(settings: Settings): Calls {
  const later = (kind: keyof Calls) => {
    let waiting: Call[] = [];
    const send = () => {
      const calls = waiting;
      waiting = [];
      for (const batch of batchesOf(calls, kind, settings)) void sendBatch(batch, kind, settings.url);
    };
    return (path: string, input: unknown) =>
      new Promise<unknown>((resolve, reject) => {
        // Whoever calls in this turn comes along.
        if (waiting.length === 0) setTimeout(send);
        const settle = (reply: Reply) =>
          'error' in reply ? reject(new CallError(reply.error)) : resolve(reply.result.data);
        waiting.push({ path, input, settle, fail: reject });
      });
  };
  return { query: later('query'), mutation: later('mutation') };
}

const inputsOf = (calls: Call[]) => JSON.stringify(Object.fromEntries(calls.map(({ input }, place) => [place, input])));

function addressOf(calls: Call[], kind: keyof Calls, url: string): string {
  const address = `${url}/${calls.map(({ path }) => path).join(',')}?batch=1`;
  return kind === 'query' ? `${address}&input=${encodeURIComponent(inputsOf(calls))}` : address;
}

/** In order, as many calls per batch as fit. A call that is too long by itself is sent alone, and the server refuses it. */
function batchesOf(calls: Call[], kind: keyof Calls, { url, itemsMax, urlLengthMax }: Settings): Call[][] {
  const batches: Call[][] = [];
  for (const call of calls) {
    const last = batches.at(-1);
    const together = [...(last ?? []), call];
    const fits = together.length <= itemsMax && addressOf(together, kind, url).length <= urlLengthMax;
    if (last && fits) last.push(call);
    else batches.push([call]);
  }
  return batches;
}

async function sendBatch(calls: Call[], kind: keyof Calls, url: string): Promise<void> {
  const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body: inputsOf(calls) };
  try {
    const changes = kind === 'mutation';
    const { body } = await fetchJson(addressOf(calls, kind, url), changes ? post : undefined, changes);
    const replies = body as Reply[] | Reply;
    // A refusal of the whole request is one reply for all.
    for (const [place, { settle }] of calls.entries())
      settle(Array.isArray(replies) ? (replies[place] as Reply) : replies);
  } catch (error) {
    for (const { fail } of calls) fail(error);
  }
}
