import autocannon from 'autocannon';

export type Request = { method: 'GET' | 'POST'; path: string; headers?: Record<string, string>; body?: string };

export type Load = {
  /** Answers with a status of 200 to 299, per second. */
  perSecond: number;
  answered: number;
  /** Of the answers, in milliseconds. */
  p50: number;
  p99: number;
};

/**
 * Sends requests over as many connections for as long, each connection one after the other.
 * @param next makes the next request
 * @param amount sends so many instead, for as long as they take
 * @throws Error when some were refused or not answered: a figure of a path that fails says nothing
 */
export async function load(
  url: string,
  next: () => Request,
  { connections, seconds, amount }: { connections: number; seconds?: number; amount?: number },
): Promise<Load> {
  const startedAt = performance.now();
  const result = await autocannon({
    url,
    connections,
    ...(amount === undefined ? { duration: seconds ?? 1 } : { amount }),
    timeout: 30,
    requests: [{ setupRequest: (request) => ({ ...request, ...next() }) }],
  });
  const took = (performance.now() - startedAt) / 1000;
  const refused = result.non2xx + result.errors + result.timeouts;
  if (refused > 0) throw new Error(`${refused} of ${result['2xx'] + refused} requests to ${url} failed.`);
  const answered = result['2xx'];
  return {
    answered,
    perSecond: answered / (amount === undefined ? result.duration : took),
    p50: result.latency.p50,
    p99: result.latency.p99,
  };
}
