import { DomainError, errorCodes } from '@tillgate/domain';
import { z } from 'zod';

/** A Tillgate API, and the key of the application that speaks to it. `url` has /functions/v1 and no slash at its end. */
export type Api = { url: string; key: string };

export type ApiAnswer = { status: number /** JSON; undefined when it is none. */; body: unknown };

export type ApiRequest = {
  /** Sent as JSON, with POST; without it, GET. */
  body?: object;
  headers?: Record<string, string>;
  timeoutMs?: number;
  signal?: AbortSignal;
};

const timeoutMsDefault = 60_000;

/** There was no answer: nothing listens there, the connection broke, or it took too long. `reason` is a clause. */
export class NoAnswer extends Error {
  readonly reason: string;

  constructor(url: string, reason: string) {
    super(`The API at ${url} cannot be reached: ${reason}.`);
    this.name = 'NoAnswer';
    this.reason = reason;
  }
}

/** Asks the API as a merchant does. @throws NoAnswer */
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
      // The key goes to this address and to no other.
      redirect: 'manual',
      signal: ending.signal,
    });
    return { status: response.status, body: parsed(await response.text()) };
  } catch (error) {
    const reason = ending.signal.aborted ? `no answer within ${Math.round(timeoutMs / 1000)} s` : reasonOf(error);
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
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'the host is not known',
  EAI_AGAIN: 'the name of the host cannot be resolved now',
  ECONNRESET: 'the connection was cut',
  UND_ERR_SOCKET: 'the connection was cut',
};

/** Why a connection failed, as a clause. */
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

/** A refusal of the API as an error of the command. */
export function refusalOf(api: Api, { status, body }: ApiAnswer): DomainError {
  const problem = problemSchema.safeParse(body);
  if (!problem.success) {
    const detail = `${api.url} answers ${status}, not as Tillgate does. Is --api the address of the API, with /functions/v1?`;
    return new DomainError('internal', detail);
  }
  const { code, detail, issues, retryAfterSeconds } = problem.data;
  if (code === 'unauthenticated') {
    return new DomainError('unauthenticated', `The API at ${api.url} does not know the key, or it was revoked.`);
  }
  return new DomainError(errorCodes.find((known) => known === code) ?? 'internal', detail, {
    ...(issues && { issues }),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  });
}
