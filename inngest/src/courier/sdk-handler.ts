import { Readable } from 'node:stream';
import type { Environment } from '@tillgate/db';
import { judgeTarget, privateHostsFor } from '@tillgate/domain/endpoints';
import { askDns, patientLookup, type Resolve } from '@tillgate/process/lookup';
import { type Agent, request as send } from 'undici';
import { peerAgent } from './connection.ts';
import { guardedLookup, RefusedTarget } from './lookup.ts';

/** Answers of storage servers are short. The rest of a longer one is not read. */
const responseBytesMax = 65_536;

/** A signed request as the AWS SDK hands it to its sender. */
type SdkRequest = {
  method: string;
  protocol: string;
  hostname: string;
  port?: number;
  path: string;
  query?: Record<string, string | string[] | null>;
  headers: Record<string, string>;
  body?: unknown;
};
type SdkResponse = { statusCode: number; headers: Record<string, string>; body: Readable };

type SdkHandler = {
  handle(request: SdkRequest, options?: { abortSignal?: unknown }): Promise<{ response: SdkResponse }>;
  updateHttpClientConfig(): void;
  httpHandlerConfigs(): Record<string, never>;
  destroy(): void;
};

export type SdkHandlerOptions = {
  allowedPrivateHosts: readonly string[];
  connectTimeoutMs: number;
  /** From a call to the last byte of its response. */
  requestTimeoutMs: number;
  resolve?: Resolve | undefined;
};

/**
 * Sends what the AWS SDK has signed, guarded like webhooks: it checks the address of each request, connects only to
 * addresses that passed the check, follows no redirects and verifies certificates.
 */
export function createSdkHandlers(options: SdkHandlerOptions): {
  handlerFor(environment: Environment, until: AbortSignal): SdkHandler;
  close(): Promise<void>;
} {
  const { allowedPrivateHosts, connectTimeoutMs, requestTimeoutMs, resolve = askDns } = options;
  const guarded = peerAgent(connectTimeoutMs, { lookup: guardedLookup(resolve) });
  // As for webhooks.
  const allowed = peerAgent(connectTimeoutMs, { lookup: patientLookup() });
  return {
    handlerFor(environment, until) {
      return {
        async handle(request) {
          const judged = judgeTarget(addressOf(request), privateHostsFor(environment, allowedPrivateHosts));
          if (!judged.ok) throw new RefusedTarget(judged.reason.wrong.message);
          const agent = judged.target.allowedPrivate ? allowed : guarded;
          const timeout = AbortSignal.timeout(requestTimeoutMs);
          return { response: await answerTo(agent, judged.target.url, request, AbortSignal.any([until, timeout])) };
        },
        updateHttpClientConfig() {},
        httpHandlerConfigs: () => ({}),
        // The agents outlive the client of one upload.
        destroy() {},
      };
    },
    async close() {
      await Promise.all([guarded.close(), allowed.close()]);
    },
  };
}

async function answerTo(agent: Agent, url: URL, request: SdkRequest, signal: AbortSignal): Promise<SdkResponse> {
  const { method, body } = request;
  // The client waits for no permission to send a body, and nobody signs this header.
  const headers = Object.fromEntries(Object.entries(request.headers).filter(([name]) => !/^expect$/i.test(name)));
  const sent = send(url, {
    method: method as 'PUT',
    dispatcher: agent,
    headers: { ...headers, 'accept-encoding': 'identity' },
    body: isBody(body) ? body : null,
    signal,
  });
  // The client looks at the signal only once it is connected.
  const expired = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });
  const answer = await Promise.race([sent, expired]);
  const content = await Promise.race([readAll(answer.body), expired]);
  const flat = Object.entries(answer.headers).map(([name, value]) => [name, [value ?? ''].flat().join(', ')]);
  return {
    statusCode: answer.statusCode,
    headers: Object.fromEntries(flat),
    body: Readable.from(content.length > 0 ? [content] : [], { objectMode: false }),
  };
}

const isBody = (body: unknown): body is string | Uint8Array => typeof body === 'string' || body instanceof Uint8Array;

async function readAll(body: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    // Leaving the loop closes the connection.
    if (size > responseBytesMax) throw new Error('The answer is too long.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The address as the SDK has signed it. */
function addressOf({ protocol, hostname, port, path, query = {} }: SdkRequest): string {
  const pairs = Object.keys(query)
    .sort()
    .flatMap((name) => [query[name] ?? null].flat().map((value) => pairOf(name, value)));
  const host = port === undefined ? hostname : `${hostname}:${port}`;
  return `${protocol}//${host}${path}${pairs.length > 0 ? `?${pairs.join('&')}` : ''}`;
}

const pairOf = (name: string, value: string | null) =>
  value === null ? escaped(name) : `${escaped(name)}=${escaped(value)}`;

/** RFC 3986: stricter than `encodeURIComponent`. */
function escaped(text: string): string {
  return encodeURIComponent(text).replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}
