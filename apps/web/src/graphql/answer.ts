import { randomUUID } from 'node:crypto';
import type { RateVerdict } from '@tillgate/domain';
import { type Reach, readReachOfPerson, readReachOfToken } from '@tillgate/domain/reading/reach';
import { addressKey } from '@tillgate/domain/users';
import type { Person } from '@/auth';
import { withBoundedBody } from '@/bounded-body';
import type { Deps } from '@/deps';
import { readVisitor } from '@/features/identity/visitor';
import { readFacts } from '@/trpc/context';
import { createLoaders } from './context.ts';
import { bodyBytesMax } from './limits.ts';
import { yoga } from './server.ts';

type Caller = { reach: Reach; limit: { name: string; verdict: RateVerdict } };
type Refused = { status: number; code: string; message: string; headers?: Record<string, string> };

/**
 * Answers a query of the reporting API: by POST with JSON, from a page of the dashboard with its
 * session, or from elsewhere with a reporting token.
 */
export async function answerGraphql(
  request: Request,
  deps: Deps,
  readPerson: () => Promise<Person | undefined>,
): Promise<Response> {
  const requestId = randomUUID();
  const response = await answered(request, deps, readPerson, requestId).catch((error: unknown) => {
    deps.log.error({ err: error, requestId }, 'a query of reports failed');
    return refuse({ status: 500, code: 'INTERNAL', message: 'Something went wrong on our side. Try again.' });
  });
  response.headers.set('cache-control', 'private, no-store');
  response.headers.set('x-request-id', requestId);
  return response;
}

async function answered(
  request: Request,
  deps: Deps,
  readPerson: () => Promise<Person | undefined>,
  requestId: string,
): Promise<Response> {
  const form = refusedForm(request);
  if (form) return refuse(form);
  const caller = await findCaller(request, deps, readPerson);
  if ('status' in caller) return refuse(caller);
  const bounded = await withBoundedBody(request, bodyBytesMax);
  const limits = limitHeaders(caller.limit);
  if (!bounded) return refuse({ ...tooLarge, headers: limits });
  const { db } = deps.reporting;
  const { reach } = caller;
  const graphql = { requestId, db, clock: deps.context.clock, reach, loaders: createLoaders(db, reach) };
  const response = await yoga.handleRequest(bounded, { graphql, log: deps.log });
  for (const [name, value] of Object.entries(limits)) response.headers.set(name, value);
  return response;
}

/** A form of another site, and a link, can neither send JSON nor ask with POST. */
function refusedForm({ method, headers }: Request): Refused | undefined {
  if (method !== 'POST') {
    return { status: 405, code: 'BAD_REQUEST', message: 'Ask with POST.', headers: { allow: 'POST' } };
  }
  const [type = ''] = (headers.get('content-type') ?? '').split(';');
  if (type.trim().toLowerCase() === 'application/json') return undefined;
  return { status: 415, code: 'BAD_REQUEST', message: 'Send the query as application/json.' };
}

async function findCaller(
  request: Request,
  deps: Deps,
  readPerson: () => Promise<Person | undefined>,
): Promise<Caller | Refused> {
  const authorization = request.headers.get('authorization');
  return authorization === null ? findPerson(request, deps, readPerson) : findToken(request, deps, authorization);
}

async function findToken(request: Request, deps: Deps, authorization: string): Promise<Caller | Refused> {
  const [, presented = ''] = /^Bearer ([^\s]+)$/i.exec(authorization) ?? [];
  const token = await deps.reporting.authenticate(presented);
  if (!token) return unknownToken(request, deps);
  const verdict = await deps.reporting.tokenLimit.consume(token.tokenId);
  const limit = { name: 'per-token', verdict };
  if (!verdict.allowed) return tooOften(limit);
  if (token.isSuspended) {
    const message = 'This organization is suspended. Ask the operator of this service.';
    return { status: 403, code: 'FORBIDDEN', message, headers: limitHeaders(limit) };
  }
  return { reach: await readReachOfToken({ db: deps.reporting.db }, token), limit };
}

async function unknownToken(request: Request, deps: Deps): Promise<Refused> {
  const { remoteIp } = readVisitor(request.headers, deps.settings.trustedProxies);
  if (remoteIp !== undefined) {
    const verdict = await deps.procedureLimits.address.consume(addressKey(remoteIp));
    if (!verdict.allowed) return tooOften({ name: 'per-address', verdict });
  }
  const message = 'This is not a reporting token, or it was revoked or has expired.';
  return { status: 401, code: 'UNAUTHENTICATED', message, headers: { 'www-authenticate': 'Bearer' } };
}

/** A session counts only on a page of our own: a browser sends its cookie with requests of other sites, too. */
async function findPerson(
  request: Request,
  deps: Deps,
  readPerson: () => Promise<Person | undefined>,
): Promise<Caller | Refused> {
  const message = 'Send a reporting token: Authorization: Bearer mp_report_…';
  const nobody = { status: 401, code: 'UNAUTHENTICATED', message, headers: { 'www-authenticate': 'Bearer' } };
  if (!readFacts(request.headers).isSameOrigin) return nobody;
  const person = await readPerson();
  if (!person) return nobody;
  const limit = { name: 'per-person', verdict: await deps.procedureLimits.person.consume(person.userId) };
  if (!limit.verdict.allowed) return tooOften(limit);
  return { reach: await readReachOfPerson({ db: deps.reporting.db }, person), limit };
}

const tooLarge = {
  status: 413,
  code: 'BAD_REQUEST',
  message: `A request may have at most ${bodyBytesMax / 1024} kB.`,
};

function tooOften(limit: Caller['limit']): Refused {
  const { resetSeconds } = limit.verdict;
  const headers = { ...limitHeaders(limit), 'retry-after': String(resetSeconds) };
  return {
    status: 429,
    code: 'RATE_LIMITED',
    message: `Too many requests: try again in ${resetSeconds} seconds.`,
    headers,
  };
}

function limitHeaders({ name, verdict }: Caller['limit']): Record<string, string> {
  return {
    'ratelimit-policy': `"${name}";q=${verdict.limit};w=${verdict.windowSeconds}`,
    ratelimit: `"${name}";r=${verdict.remaining};t=${verdict.resetSeconds}`,
  };
}

function refuse({ status, code, message, headers }: Refused): Response {
  return Response.json({ errors: [{ message, extensions: { code } }] }, { status, headers });
}
