import { type Clock, timeIsUp, within } from './clock.ts';
import { type Config, positive } from './config.ts';
import { TillgateApiError, TillgateConnectionError } from './errors.ts';
import { type Failure, mayRepeat, pauseMs, type Repetition, retryAfterSeconds } from './retry.ts';
import type { MoneyOptions, Problem } from './types.ts';
import { version } from './version.ts';

export type Call = {
  method: 'GET' | 'POST' | 'PATCH';
  /** Below the base URL. */
  path: string;
  query?: Record<string, string | undefined>;
  body?: object;
  repetition: Repetition;
};

export type Connection = { config: Config; clock: Clock };

/**
 * Makes a call and returns its JSON. Repeats it while that is safe and may help.
 * @throws TillgateApiError, TillgateConnectionError, or the reason of an aborted signal
 */
export async function send<T>(connection: Connection, call: Call, options: MoneyOptions = {}): Promise<T> {
  const { config, clock } = connection;
  const key = call.repetition === 'money' ? keyOf(options.idempotencyKey) : undefined;
  const retriesMax = options.maxRetries ?? config.maxRetries;
  const timeoutMs = positive('timeoutMs', options.timeoutMs ?? config.timeoutMs);
  for (let failures = 1; ; failures += 1) {
    const answer = await attempt<T>(config, call, { key, timeoutMs, signal: options.signal });
    if ('json' in answer) return answer.json;
    const { failure } = answer;
    if (failures > retriesMax || !mayRepeat(call.repetition, failure)) throw errorOf(failure, timeoutMs, key);
    await clock.pause(pauseMs(failures, failure, clock.random()), options.signal);
  }
}

type Attempt = { key: string | undefined; timeoutMs: number; signal: AbortSignal | undefined };

async function attempt<T>(config: Config, call: Call, { key, timeoutMs, signal }: Attempt) {
  const request: RequestInit & { next: { revalidate: 0 } } = {
    method: call.method,
    headers: {
      accept: 'application/json',
      authorization: `Bearer ${config.apiKey}`,
      'user-agent': `tillgate-sdk-js/${version}`,
      ...(call.body && { 'content-type': 'application/json' }),
      ...(key !== undefined && { 'idempotency-key': key }),
    },
    ...(call.body && { body: JSON.stringify(call.body) }),
    // A redirect would lead a key to another address.
    redirect: 'manual',
    // Next.js keeps answers to GET unless it is told not to. Others ignore it.
    next: { revalidate: 0 },
  };
  try {
    const [response, text] = await within(timeoutMs, signal, async (within) => {
      const answered = await config.fetch(urlOf(config, call), { ...request, signal: within });
      return [answered, await answered.text()] as const;
    });
    return read<T>(response, text);
  } catch (cause) {
    // The caller's own signal: not a failure of ours.
    if (signal?.aborted) throw cause;
    const reason = cause === timeIsUp ? 'timed_out' : 'connection_failed';
    return { failure: { kind: 'no_answer', reason, cause } satisfies Failure };
  }
}

function read<T>(response: Response, text: string): { json: T } | { failure: Failure } {
  const json = parsed(text);
  if (response.ok && json) return { json: json as T };
  const after = retryAfterSeconds(response.headers.get('retry-after'), Date.now());
  if (!response.ok && json && 'code' in json && 'requestId' in json) {
    const problem = json as Problem;
    return { failure: { kind: 'problem', problem, retryAfterSeconds: problem.retryAfterSeconds ?? after } };
  }
  return { failure: { kind: 'not_the_api', status: response.status, retryAfterSeconds: after } };
}

/** The object that a JSON text holds; undefined when it holds none. */
function parsed(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

function urlOf({ baseUrl }: Config, { path, query = {} }: Call): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, value);
  const text = search.toString();
  return `${baseUrl}${path}${text && `?${text}`}`;
}

/** @throws TypeError for a key that a header cannot carry: the API takes 1 to 255 printable ASCII characters, and no comma. */
function keyOf(given: string | undefined): string {
  if (given === undefined) return crypto.randomUUID();
  if (!/^[\x21-\x2b\x2d-\x7e]([\x20-\x2b\x2d-\x7e]{0,253}[\x21-\x2b\x2d-\x7e])?$/.test(given)) {
    throw new TypeError('idempotencyKey must have 1 to 255 printable ASCII characters, and no comma.');
  }
  return given;
}

function errorOf(failure: Failure, timeoutMs: number, idempotencyKey?: string): Error {
  if (failure.kind === 'problem') return new TillgateApiError(failure.problem, idempotencyKey);
  const advice =
    idempotencyKey === undefined
      ? ''
      : ' The request may have been carried out: repeat it with the same idempotencyKey.';
  if (failure.kind === 'not_the_api') {
    const { status } = failure;
    const isRedirect = status === 0 || (status >= 300 && status < 400);
    const why = isRedirect ? 'a redirect: check the base URL' : `HTTP ${status} without the API's JSON`;
    const message = `What answered is not the API: ${why}.${advice}`;
    return new TillgateConnectionError('unexpected_response', message, { status, idempotencyKey });
  }
  const { reason, cause } = failure;
  const message = reason === 'timed_out' ? `No answer within ${timeoutMs} ms.` : 'The API could not be reached.';
  return new TillgateConnectionError(reason, message + advice, {
    ...(reason === 'connection_failed' && { cause }),
    idempotencyKey,
  });
}
