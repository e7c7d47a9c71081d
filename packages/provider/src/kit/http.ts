import { Socket } from 'node:net';
import { leaveOutInterim } from '@tillgate/process/interim-answers';
import { patientLookup } from '@tillgate/process/lookup';
import { Agent, buildConnector, Client, type Dispatcher, Pool } from 'undici';
import type { Deadline } from './deadline.ts';
import { decodeBody } from './decode-body.ts';
import { type JsonObject, parseObject } from './json.ts';

/** Connections per host. Further calls wait for a free connection, within their deadline. */
const connectionsMax = 128;
const connectTimeoutMs = 10_000;
/** Short, because a call on a connection that the other side is closing ends as `unknown`. */
const keepAliveTimeoutMs = 4_000;
const keepAliveTimeoutMaxMs = 30_000;
const responseHeaderMaxBytes = 16 * 1024;
/** The largest response is a QR code, a picture in base64. */
const responseBodyMaxBytes = 1024 * 1024;
/** How much of a body is kept as text. Certificates and messages for people are far shorter. */
const textLengthMax = 16_000;
/** Nobody is told to wait for longer. */
const retryAfterMaxSeconds = 3_600;
/** The parser's own timeouts end this long after the deadline of a call, as a second safeguard. */
const parserTimeoutExtraMs = 5_000;

/** A complete response of the provider, whatever its status. */
export type Answered = {
  kind: 'answered';
  statusCode: number;
  /** The body when it is a JSON object; undefined when it is empty, HTML, cut short or anything else. */
  json: JsonObject | undefined;
  /** The beginning of the body as it came. */
  text: string;
  /** From the header Retry-After, a number of seconds or a date. */
  retryAfterSeconds?: number;
};

/** The result of one HTTP exchange. Only `never_sent` guarantees that no byte of the request left this process. */
export type HttpAnswer = Answered | { kind: 'never_sent'; cause: string } | { kind: 'no_answer'; cause: string };

type HttpRequest = {
  method: 'GET' | 'POST';
  url: string;
  headers: Record<string, string>;
  /** An object is sent as JSON. A text is JSON already, and is sent as it is. */
  body?: JsonObject | string;
  /** Asked immediately before the first byte is written. False ends the exchange as `never_sent`. */
  mayStart?: (() => boolean) | undefined;
};

/** The cause of an exchange that `mayStart` ended. */
export const startRefused = 'it was too late to send it';

export type Http = {
  /**
   * Sends one request. Never repeats it, never follows a redirect, never throws. Ends at the deadline at the latest.
   */
  send(request: HttpRequest, deadline: Deadline): Promise<HttpAnswer>;
  /** Waits for the exchanges under way, then closes the connections. Later requests are `never_sent`. */
  close(): Promise<void>;
};

/** Opens the connection pool. `timeoutMs` is the longest deadline a call will have. */
export function createHttp(timeoutMs: number): Http {
  const agent = new Agent({
    factory: (origin) => {
      const connector = buildConnector({
        allowH2: false,
        timeout: Math.min(timeoutMs, connectTimeoutMs),
        // Certificates are verified explicitly, because NODE_TLS_REJECT_UNAUTHORIZED=0 changes only the default.
        rejectUnauthorized: true,
        lookup: patientLookup(),
      });
      const factory = (url: URL) => new FinalAnswerClient(url, connector, timeoutMs + parserTimeoutExtraMs);
      return new Pool(origin, { connections: connectionsMax, factory });
    },
  });
  const underWay = new Set<Promise<HttpAnswer>>();
  return {
    send: (request, deadline) => {
      const answer = exchange(agent, request, deadline).finally(() => underWay.delete(answer));
      underWay.add(answer);
      return answer;
    },
    close: async () => {
      await Promise.all(underWay);
      // Not `agent.close`, which would also wait for connection attempts that no call needs any more.
      await agent.destroy();
    },
  };
}

/** Has one connection and one call at a time, and never sees an interim answer. */
class FinalAnswerClient extends Client {
  #expectAnswer = () => {};

  constructor(url: URL, connector: buildConnector.connector, parserTimeoutMs: number) {
    super(url, {
      allowH2: false,
      pipelining: 1,
      connect: (target, done) => {
        const socket: unknown = connector(target, done);
        if (socket instanceof Socket) this.#expectAnswer = leaveOutInterim(socket);
      },
      keepAliveTimeout: keepAliveTimeoutMs,
      keepAliveMaxTimeout: keepAliveTimeoutMaxMs,
      headersTimeout: parserTimeoutMs,
      bodyTimeout: parserTimeoutMs,
      maxHeaderSize: responseHeaderMaxBytes,
      maxResponseSize: responseBodyMaxBytes,
    });
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    this.#expectAnswer();
    return super.dispatch(options, handler);
  }
}

function exchange(agent: Agent, request: HttpRequest, deadline: Deadline): Promise<HttpAnswer> {
  return new Promise((resolve) => {
    const budgetMs = deadline.remainingMs();
    if (budgetMs === 0) {
      resolve({ kind: 'never_sent', cause: 'no time left' });
      return;
    }
    const handler = new ExchangeHandler(resolve, budgetMs, request);
    const url = new URL(request.url);
    agent.dispatch(
      {
        origin: url.origin,
        path: url.pathname + url.search,
        method: request.method,
        idempotent: false,
        headers: {
          accept: 'application/json',
          'accept-encoding': 'identity',
          'user-agent': 'tillgate',
          ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
          ...request.headers,
        },
        body: typeof request.body === 'object' ? JSON.stringify(request.body) : (request.body ?? null),
      },
      handler,
    );
  });
}

/**
 * Follows one exchange. `onRequestStart` runs immediately before the first byte is written. A request that fails
 * earlier (DNS, connect, TLS, waiting for a connection) was certainly never sent. One that fails later may have been
 * sent.
 */
class ExchangeHandler implements Dispatcher.DispatchHandler {
  readonly #resolve: (answer: HttpAnswer) => void;
  readonly #timer: NodeJS.Timeout;
  readonly #request: HttpRequest;
  readonly #chunks: Buffer[] = [];
  #controller: Dispatcher.DispatchController | undefined;
  #statusCode = 0;
  #coding = '';
  #retryAfterSeconds: number | undefined;
  #settled = false;

  constructor(resolve: (answer: HttpAnswer) => void, budgetMs: number, request: HttpRequest) {
    this.#resolve = resolve;
    this.#request = request;
    this.#timer = setTimeout(() => this.#fail(`no answer within ${budgetMs} ms`), budgetMs);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#settled || this.#controller !== undefined) {
      controller.abort(new Error('too late, or sent before'));
      return;
    }
    if (this.#request.mayStart?.() === false) {
      this.#fail(startRefused);
      controller.abort(new Error(startRefused));
      return;
    }
    this.#controller = controller;
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    statusCode: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    this.#statusCode = statusCode;
    this.#coding = String(headers['content-encoding'] ?? '');
    this.#retryAfterSeconds = secondsOf(String(headers['retry-after'] ?? ''));
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    const body = decodeBody(Buffer.concat(this.#chunks), { coding: this.#coding, bytesMax: responseBodyMaxBytes });
    const text = new TextDecoder().decode(body);
    const statusCode = this.#statusCode;
    const retryAfterSeconds = this.#retryAfterSeconds;
    this.#settle({
      kind: 'answered',
      statusCode,
      json: parseObject(text),
      text: text.slice(0, textLengthMax),
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    });
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: unknown): void {
    this.#fail(errorName(error));
  }

  #fail(cause: string): void {
    const controller = this.#controller;
    this.#settle(controller === undefined ? { kind: 'never_sent', cause } : { kind: 'no_answer', cause });
    controller?.abort(new Error(cause));
  }

  #settle(answer: HttpAnswer): void {
    if (this.#settled) return;
    this.#settled = true;
    clearTimeout(this.#timer);
    this.#resolve(answer);
  }
}

/** Seconds from a Retry-After header; undefined when it is missing, past or no time. */
function secondsOf(text: string): number | undefined {
  const isSeconds = /^\d{1,6}$/.test(text.trim());
  const seconds = isSeconds ? Number(text) : Math.ceil((Date.parse(text) - Date.now()) / 1000);
  return seconds > 0 ? Math.min(seconds, retryAfterMaxSeconds) : undefined;
}

/**
 * The error's code or class, such as `ECONNREFUSED`. One of the name servers says so: `DNS ETIMEOUT`. Error messages may
 * quote the request, so they are not used.
 */
export function errorName(error: unknown): string {
  if (!(error instanceof Error)) return 'error';
  if (!('code' in error && typeof error.code === 'string')) return error.name;
  const isOfDns = 'syscall' in error && /^(query|getaddrinfo)/.test(String(error.syscall));
  return isOfDns ? `DNS ${error.code}` : error.code;
}
