import { testMs } from './patience.ts';

const retryMs = 50;

export type Answer = { status: number; body: Record<string, unknown> };

/** A merchant's client: JSON in, JSON out. */
export async function call(
  url: string,
  key: string,
  init: { method?: string; body?: unknown; idempotencyKey?: string } = {},
): Promise<Answer> {
  const response = await fetch(url, {
    method: init.method ?? 'GET',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      ...(init.idempotencyKey && { 'idempotency-key': init.idempotencyKey }),
    },
    ...(init.body !== undefined && { body: JSON.stringify(init.body) }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

/** What the documentation tells merchants to do: repeat with the same key until there is an answer that is final. */
export async function collectUntilAnswered(
  baseUrl: string,
  key: string,
  body: object,
  idempotencyKey: string,
): Promise<Answer> {
  let last: unknown;
  const patienceEnds = Date.now() + testMs;
  while (Date.now() < patienceEnds) {
    const answer = await call(`${baseUrl}/collect`, key, { method: 'POST', body, idempotencyKey }).catch(
      (error: unknown) => {
        last = error;
        return undefined;
      },
    );
    if (answer) last = answer;
    if (answer && answer.status < 500 && answer.body.code !== 'idempotency_in_flight' && answer.status !== 429)
      return answer;
    if (answer?.status === 502) return answer;
    await new Promise((resolve) => setTimeout(resolve, retryMs));
  }
  throw new Error(`no answer to ${idempotencyKey} within ${testMs} ms`, { cause: last });
}
