import type { RateVerdict } from '@tillgate/domain';
import { type Reach, readReachOfPerson, readReachOfToken } from '@tillgate/domain/reading/reach';
import { addressKey } from '@tillgate/domain/users';
import type { Person } from '@/auth';
import type { Deps } from '@/deps';
import { readVisitor } from '@/security/visitor';
import { readFacts } from '@/trpc/context';

/** The caller of the reporting API, and its reach. */
export type Caller = { reach: Reach; limit: { name: string; verdict: RateVerdict }; person?: Person };
/** An answer without data. */
export type Refused = { status: number; code: string; message: string; headers?: Record<string, string> };

/** Finds out who asks: by a reporting token, or else by the session of a page of the dashboard. */
export async function findCaller(
  request: Request,
  deps: Deps,
  readPerson: () => Promise<Person | undefined>,
): Promise<Caller | Refused> {
  const authorization = request.headers.get('authorization');
  return authorization === null ? findPerson(request, deps, readPerson) : findToken(request, deps, authorization);
}

/** Finds out who asks by the Authorization header. Counts the request against the limit of the token. */
export async function findToken(request: Request, deps: Deps, authorization: string): Promise<Caller | Refused> {
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
  return { reach: await readReachOfPerson({ db: deps.reporting.db }, person), limit, person };
}

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

/** The headers of the caller's rate limit. */
export function limitHeaders({ name, verdict }: Caller['limit']): Record<string, string> {
  return {
    'ratelimit-policy': `"${name}";q=${verdict.limit};w=${verdict.windowSeconds}`,
    ratelimit: `"${name}";r=${verdict.remaining};t=${verdict.resetSeconds}`,
  };
}

export function refuse({ status, code, message, headers }: Refused): Response {
  return Response.json({ errors: [{ message, extensions: { code } }] }, { status, headers });
}
