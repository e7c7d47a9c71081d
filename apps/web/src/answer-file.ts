import { randomUUID } from 'node:crypto';
import { DomainError, notFound, type TenantContext } from '@tillgate/domain';
import { authorityOf, findApplicationAccess } from '@tillgate/domain/organizations';
import { asPerson } from '@tillgate/domain/users';
import { TRPCError } from '@trpc/server';
import type { Person } from '@/auth';
import type { Deps } from '@/deps';
import { countCall } from '@/trpc/procedure-limits';
import { refusal, SignInRequired, toDomainError } from '@/trpc/refusals';

/** The application and the environment in an address, as they came. */
export type TenantAddress = { applicationId: string; environment: string };

export const statuses: Partial<Record<DomainError['code'], number>> = {
  forbidden: 403,
  not_found: 404,
  invalid_input: 404,
  rate_limited: 429,
  unavailable: 503,
};
/** Answers are private to a person, and browsers must not guess the type of a file. */
export const ownHeaders = {
  'cache-control': 'private, no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
  'referrer-policy': 'no-referrer',
};

type File = { body: BodyInit; headers: Record<string, string> };

type Asked = {
  /** Where the file is, as path segments: the application, the environment and the rest. */
  path: [root: string, address: TenantAddress, id: string];
  /** What the log says when it cannot be made. */
  failure: string;
  /** How many calls it counts as. */
  cost?: number;
  /** Calls the verb, which decides whether the person may have it. */
  make(ctx: TenantContext): Promise<File>;
};

/**
 * Sends a file to a member. Whoever is not signed in signs in first and comes back, because such addresses stand in emails.
 */
export async function answerFile(
  deps: Deps,
  person: Person | undefined,
  { path: [root, address, id], failure, cost, make }: Asked,
): Promise<Response> {
  const { applicationId, environment } = address;
  if (!person) {
    const next = `${root}/${[applicationId, environment, id].map(encodeURIComponent).join('/')}`;
    const location = `/sign-in?${new URLSearchParams({ next })}`;
    return new Response(null, { status: 303, headers: { ...ownHeaders, location } });
  }
  try {
    const { body, headers } = await make(await tenantContextOf(deps, person, address, cost));
    return new Response(body, { headers: { ...ownHeaders, ...headers } });
  } catch (error) {
    const refused = toDomainError(asTrpc(error));
    const requestId = randomUUID();
    if (refused.code === 'internal') deps.log.error({ err: error, requestId }, failure);
    const headers = { ...ownHeaders, 'content-type': 'text/plain; charset=utf-8', 'x-request-id': requestId };
    return new Response(`${refused.message}\n`, { status: statuses[refused.code] ?? 500, headers });
  }
}

async function tenantContextOf(
  deps: Deps,
  person: Person,
  address: TenantAddress,
  cost: number | undefined,
): Promise<TenantContext> {
  const { context, identity, procedureLimits } = deps;
  const { applicationId, environment } = address;
  await countCall(procedureLimits.person, person.userId, cost);
  const access = await findApplicationAccess(context, { ...person, applicationId });
  const isEnvironment = environment === 'sandbox' || environment === 'production';
  if (!access || !isEnvironment) throw notFound('file');
  await countCall(procedureLimits.organization, access.organizationId, cost);
  if (!access.isOpen) throw new SignInRequired(access.needs);
  const { actor } = asPerson({ ...context, ...identity }, person);
  return { ...context, actor, tenant: { applicationId, environment }, authority: authorityOf(access.role) };
}

export function asTrpc(error: unknown): TRPCError {
  if (error instanceof DomainError) return refusal(error);
  return new TRPCError({ code: 'INTERNAL_SERVER_ERROR', cause: error });
}
