import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import type { Person } from '@/auth';
import { withBoundedBody } from '@/bounded-body';
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
  const bounded = await withBoundedBody(request, bodyBytesMax);
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
