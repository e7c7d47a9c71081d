import type { Readable } from 'node:stream';
import type { Courier, CourierAnswer, JudgeWebhookUrl } from '@tillgate/domain';
import { judgeTarget, privateHostsFor, webhookUrlJudge } from '@tillgate/domain/endpoints';
import { askDns, patientLookup, type Resolve } from '@tillgate/process/lookup';
import { type Dispatcher, request } from 'undici';
import { storableHeaders } from './courier/answer-headers.ts';
import { Peer, peerAgent } from './courier/connection.ts';
import { failureReason } from './courier/failure.ts';
import { guardedLookup } from './courier/lookup.ts';

export type CourierOptions = {
  /** Each is `host` or `host:port`. Webhooks of the sandbox may reach these although they are private, also over http. */
  allowedPrivateHosts: readonly string[];
  /** Name resolution, TCP and TLS together. */
  connectTimeoutMs?: number;
  /** From the call to the last byte of the response's headers. */
  totalTimeoutMs?: number;
  /** How long the body of a response is read after its headers. */
  bodyTimeoutMs?: number;
  /** How much of a response's body is read. */
  responseBytesMax?: number;
  /** Returns all addresses of a public name. The default asks the DNS. */
  resolve?: Resolve;
};

type GuardedCourier = {
  courier: Courier;
  judgeWebhookUrl: JudgeWebhookUrl;
  /** Waits for requests that are under way, at most the total timeout, and closes all connections. */
  close(): Promise<void>;
};

/**
 * Sends webhooks. Nothing else in the worker connects to a host that a merchant chose. It checks the URL at each
 * attempt, resolves the name itself, connects only to addresses that passed the check, follows no redirects and
 * verifies certificates.
 */
export function createCourier(options: CourierOptions): GuardedCourier {
  const { allowedPrivateHosts, connectTimeoutMs = 5_000, totalTimeoutMs = 15_000, bodyTimeoutMs = 1_000 } = options;
  const limits = {
    connectTimeoutMs,
    totalTimeoutMs,
    bodyTimeoutMs,
    responseBytesMax: options.responseBytesMax ?? 16_384,
  };
  const guarded = peerAgent(connectTimeoutMs, { lookup: guardedLookup(options.resolve ?? askDns) });
  // The hosts that the operator allows may be in /etc/hosts or be container names.
  const allowed = peerAgent(connectTimeoutMs, { lookup: patientLookup() });
  return {
    async courier({ url, environment, headers, body }) {
      const startedAt = performance.now();
      const durationMs = () => Math.round(performance.now() - startedAt);
      const judged = judgeTarget(url, privateHostsFor(environment, allowedPrivateHosts));
      if (!judged.ok)
        return { kind: 'no_answer', reason: judged.reason.wrong.message, address: null, durationMs: durationMs() };
      const dispatcher = judged.target.allowedPrivate ? allowed : guarded;
      const peer = new Peer();
      try {
        const answer = await post(dispatcher, { url: judged.target.url, headers, body, peer }, limits);
        return { kind: 'answered', ...answer, address: peer.address, durationMs: durationMs() };
      } catch (error) {
        const { address, statusCode } = peer;
        // A receiver that answered 2xx has the event, so sending it again would duplicate it.
        if (statusCode !== null && statusCode < 300) {
          const nothing = { retryAfter: null, headers: {}, body: '' };
          return { kind: 'answered', statusCode, ...nothing, address, durationMs: durationMs() };
        }
        const reason = failureReason(error, limits);
        return { kind: 'no_answer', reason, address, durationMs: durationMs() };
      }
    },
    judgeWebhookUrl: webhookUrlJudge(allowedPrivateHosts),
    async close() {
      await Promise.all([guarded.close(), allowed.close()]);
    },
  };
}

type Limits = { totalTimeoutMs: number; bodyTimeoutMs: number; responseBytesMax: number };
type Post = { url: URL; headers: Record<string, string>; body: string; peer: Peer };

async function post(
  dispatcher: Dispatcher,
  what: Post,
  limits: Limits,
): Promise<Omit<CourierAnswer & { kind: 'answered' }, 'kind' | 'address' | 'durationMs'>> {
  const { statusCode, headers, body } = await untilHeaders(dispatcher, what, limits);
  return {
    statusCode,
    retryAfter: [headers['retry-after'] ?? []].flat()[0] ?? null,
    headers: storableHeaders(headers),
    body: await readExcerpt(body, limits),
  };
}

/** Sends the request. The total time ends with the headers of the response. */
async function untilHeaders(
  dispatcher: Dispatcher,
  { url, headers, body, peer }: Post,
  { totalTimeoutMs }: Limits,
): Promise<Dispatcher.ResponseData<Peer>> {
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), totalTimeoutMs);
  // The client looks at the abort signal only once it is connected. It then sends nothing more.
  const expired = new Promise<never>((_, reject) => {
    deadline.signal.addEventListener('abort', () => reject(deadline.signal.reason));
  });
  const sent = request(url, {
    method: 'POST',
    dispatcher,
    headers: { ...headers, 'accept-encoding': 'identity' },
    body,
    signal: deadline.signal,
    opaque: peer,
  });
  try {
    return await Promise.race([sent, expired]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Reads the first bytes of a body as text, as far as they come in time. The status has decided already: a body that is
 * broken off, slow, endless or no text changes nothing. A body that is not read completely closes the connection.
 */
async function readExcerpt(body: Readable, { bodyTimeoutMs, responseBytesMax }: Limits): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const timer = setTimeout(() => body.destroy(), bodyTimeoutMs);
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > responseBytesMax) break;
    }
  } catch {
    // The excerpt is the part that arrived by then.
  } finally {
    clearTimeout(timer);
  }
  // `stream` drops the last character when the cut went through it.
  return new TextDecoder().decode(Buffer.concat(chunks).subarray(0, responseBytesMax), { stream: true });
}
