import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import type { Person } from '@/auth';
import type { Deps } from '@/deps';
import { createTrpcContext, type RequestFacts, readFacts } from './context.ts';
import { batchMax, bodyBytesMax, endpointPath } from './limits.ts';
import { appRouter } from './root.ts';

/** Handles the calls of pages. Responses are never cached: each belongs to one person. */
export async function answerTrpc(
  request: Request,
  deps: Deps,
  readPerson: () => Promise<Person | undefined>,
  keepDevice?: RequestFacts['keepDevice'],
): Promise<Response> {
  const bounded = await withBoundedBody(request);
  if (!bounded) return tooLarge();
  const facts = { ...readFacts(request.headers), ...(keepDevice && { keepDevice }) };
  return fetchRequestHandler({
    endpoint: endpointPath,
    req: bounded,
    router: appRouter,
    createContext: () => createTrpcContext(facts, deps, readPerson),
    maxBatchSize: batchMax,
    responseMeta: () => ({ headers: { 'cache-control': 'private, no-store', 'x-request-id': facts.requestId } }),
  });
}

function tooLarge(): Response {
  const message = `A request may have at most ${bodyBytesMax / 1024} kB.`;
  const data = { code: 'PAYLOAD_TOO_LARGE', httpStatus: 413, domainCode: 'payload_too_large', detail: message };
  return Response.json({ error: { message, code: -32013, data } }, { status: 413 });
}

/** The same request with its body read, or undefined when the body is too large: no more of it is read then. */
async function withBoundedBody(request: Request): Promise<Request | undefined> {
  if (!request.body) return request;
  if (Number(request.headers.get('content-length') ?? 0) > bodyBytesMax) return undefined;
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of chunksOf(request.body)) {
    bytes += part.byteLength;
    if (bytes > bodyBytesMax) return undefined;
    parts.push(part);
  }
  const body = Buffer.concat(parts);
  return new Request(request.url, { method: request.method, headers: request.headers, body, signal: request.signal });
}

async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel();
  }
}
