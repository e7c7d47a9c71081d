import type { Courier, CourierAnswer, JudgeWebhookUrl } from '@tillgate/domain';
import { judgeTarget, webhookUrlJudge } from '@tillgate/domain/endpoints';
import { type Dispatcher, request } from 'undici';
import { storableHeaders } from './courier/answer-headers.ts';
import { Peer, peerAgent } from './courier/connection.ts';
import { failureReason } from './courier/failure.ts';
import { guardedLookup, type Resolve, resolvePublic } from './courier/lookup.ts';

export type CourierOptions = {
  /** `host` or `host:port` that webhooks may reach though it is private, also over plain http. */
  allowedPrivateHosts: readonly string[];
  /** Name resolution, TCP and TLS together. */
  connectTimeoutMs?: number;
  /** From the call to the last byte of the answer. */
  totalTimeoutMs?: number;
  /** Of an answer's body; the rest is not read. */
  responseBytesMax?: number;
  /** All addresses of a public name; DNS by default. */
  resolve?: Resolve;
};

type GuardedCourier = {
  courier: Courier;
  judgeWebhookUrl: JudgeWebhookUrl;
  /** Waits for requests under way, at most the total timeout, and ends all connections. */
  close(): Promise<void>;
};

/**
 * The one door through which webhooks leave. Each URL is judged again at each attempt, names are resolved by us and only
 * judged addresses are connected to, redirects are not followed, certificates are verified.
 */
export function createCourier(options: CourierOptions): GuardedCourier {
  const { allowedPrivateHosts, connectTimeoutMs = 5_000, totalTimeoutMs = 15_000, responseBytesMax = 16_384 } = options;
  const limits = { connectTimeoutMs, totalTimeoutMs, responseBytesMax };
  const guarded = peerAgent(connectTimeoutMs, { lookup: guardedLookup(options.resolve ?? resolvePublic) });
  // Hosts that the operator allows resolve as the operating system has it: /etc/hosts, container names.
  const allowed = peerAgent(connectTimeoutMs, {});
  return {
    async courier({ url, headers, body }) {
      const startedAt = performance.now();
      const durationMs = () => Math.round(performance.now() - startedAt);
      const judged = judgeTarget(url, allowedPrivateHosts);
      if (!judged.ok) return { kind: 'no_answer', reason: judged.reason, address: null, durationMs: durationMs() };
      const dispatcher = judged.target.allowedPrivate ? allowed : guarded;
      const peer = new Peer();
      try {
        const answer = await post(dispatcher, { url: judged.target.url, headers, body, peer }, limits);
        return { kind: 'answered', ...answer, address: peer.address, durationMs: durationMs() };
      } catch (error) {
        const reason = failureReason(error, limits);
        return { kind: 'no_answer', reason, address: peer.address, durationMs: durationMs() };
      }
    },
    judgeWebhookUrl: webhookUrlJudge(allowedPrivateHosts),
    async close() {
      await Promise.all([guarded.close(), allowed.close()]);
    },
  };
}

async function post(
  dispatcher: Dispatcher,
  { url, headers, body, peer }: { url: URL; headers: Record<string, string>; body: string; peer: Peer },
  limits: { totalTimeoutMs: number; responseBytesMax: number },
): Promise<Omit<CourierAnswer & { kind: 'answered' }, 'kind' | 'address' | 'durationMs'>> {
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), limits.totalTimeoutMs);
  // The client heeds the signal only once it is connected; then it sends nothing more.
  const expired = new Promise<never>((_, reject) => {
    deadline.signal.addEventListener('abort', () => reject(deadline.signal.reason));
  });
  const exchange = async () => {
    const response = await request(url, {
      method: 'POST',
      dispatcher,
      headers: { ...headers, 'accept-encoding': 'identity' },
      body,
      signal: deadline.signal,
      opaque: peer,
    });
    return {
      statusCode: response.statusCode,
      retryAfter: [response.headers['retry-after'] ?? []].flat()[0] ?? null,
      headers: storableHeaders(response.headers),
      body: await readAtMost(response.body, limits.responseBytesMax),
    };
  };
  try {
    return await Promise.race([exchange(), expired]);
  } finally {
    clearTimeout(timer);
  }
}

/** The first bytes as text. A body that goes on is cut off, and its connection with it. */
async function readAtMost(body: AsyncIterable<Uint8Array>, bytesMax: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > bytesMax) break;
  }
  // `stream` drops a character that the cut has halved.
  return new TextDecoder().decode(Buffer.concat(chunks).subarray(0, bytesMax), { stream: true });
}
