import { DomainError, errorCodes, plainIssue } from '@tillgate/domain';
import { z } from 'zod';

/** A Tillgate API and the API key to use. `url` ends with /functions/v1, without a slash. */
export type Api = { url: string; key: string };

export type ApiAnswer = { status: number /** Undefined if the body is not JSON. */; body: unknown };

export type ApiRequest = {
  /** Sent as JSON with POST. A request without a body is a GET. */
  body?: object;
  headers?: Record<string, string>;
  timeoutMs?: number;
  signal?: AbortSignal;
};

const timeoutMsDefault = 60_000;

/** The API did not respond: nothing is listening, the connection broke, or it timed out. `reason` is a clause. */
export class NoAnswer extends Error {
  readonly reason: string;

  constructor(url: string, reason: string) {
    super(`The API at ${url} cannot be reached: ${reason}.`);
    this.name = 'NoAnswer';
    this.reason = reason;
  }
}

/** Calls the API as a merchant does. @throws NoAnswer */
export async function callApi(api: Api, path: string, request: ApiRequest = {}): Promise<ApiAnswer> {
  const { body, headers, timeoutMs = timeoutMsDefault, signal } = request;
  const ending = new AbortController();
  const end = () => ending.abort();
  const timer = setTimeout(end, timeoutMs);
  signal?.addEventListener('abort', end);
  if (signal?.aborted) end();
  try {
    const response = await fetch(`${api.url}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${api.key}`, ...(body && { 'content-type': 'application/json' }), ...headers },
      ...(body && { body: JSON.stringify(body) }),
      // A redirect must not send the key to another address.
      redirect: 'manual',
      signal: ending.signal,
    });
    return { status: response.status, body: parsed(await response.text()) };
  } catch (error) {
    const reason = ending.signal.aborted ? `no response within ${Math.round(timeoutMs / 1000)} s` : reasonOf(error);
    throw new NoAnswer(api.url, reason);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', end);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const reasons: Record<string, string> = {
  ECONNREFUSED: 'nothing is listening there',
  ENOTFOUND: 'the host was not found',
  EAI_AGAIN: 'the host name could not be resolved',
  ECONNRESET: 'the connection was closed',
  UND_ERR_SOCKET: 'the connection was closed',
};

/** Returns why a connection failed, as a clause. */
export function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return String(cause);
  const code = 'code' in cause ? String(cause.code) : '';
  return reasons[code] ?? (cause.message || code || cause.name);
}

const problemSchema = z.object({
  code: z.string(),
  detail: z.string(),
  issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  retryAfterSeconds: z.number().optional(),
});

/** Converts an error response of the API to an error of the command. */
export function refusalOf(api: Api, { status, body }: ApiAnswer): DomainError {
  const problem = problemSchema.safeParse(body);
  if (!problem.success) {
    const detail = `${api.url} returned ${status}, which is not a Tillgate response. Is --api the address of the API, with /functions/v1?`;
    return new DomainError('internal', detail);
  }
  const { code, detail, issues, retryAfterSeconds } = problem.data;
  if (code === 'unauthenticated') {
    return new DomainError(
      'unauthenticated',
      `The API at ${api.url} does not accept the key. It is unknown or revoked.`,
    );
  }
  return new DomainError(errorCodes.find((known) => known === code) ?? 'internal', detail, {
    ...(issues && { issues: issues.map(({ path, message }) => plainIssue(path, message)) }),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  });
}
