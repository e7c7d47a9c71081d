import { randomUUID } from 'node:crypto';
import { allScopes, DomainError } from '@tillgate/domain';
import { renderDay } from '@tillgate/domain/closing';
import { findApplicationAccess, may } from '@tillgate/domain/organizations';
import { getDay } from '@tillgate/domain/reading/closing';
import { asPerson } from '@tillgate/domain/users';
import { TRPCError } from '@trpc/server';
import type { Person } from '@/auth';
import type { Deps } from '@/deps';
import { countCall } from '@/trpc/procedure-limits';
import { refusal, SignInRequired, toDomainError } from '@/trpc/refusals';

/** The place of a day in the address, as it came. */
export type DayAddress = { applicationId: string; environment: string; day: string };

const statuses: Partial<Record<DomainError['code'], number>> = {
  forbidden: 403,
  not_found: 404,
  invalid_input: 404,
  rate_limited: 429,
  unavailable: 503,
};
/** Figures of a merchant are for nobody's cache, and a file is what it says it is. */
const ownHeaders = {
  'cache-control': 'private, no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
  'referrer-policy': 'no-referrer',
};

/** Sends a business day as a PDF to a member who may read it. Whoever is not signed in signs in first. */
export async function answerDay(deps: Deps, person: Person | undefined, address: DayAddress): Promise<Response> {
  if (!person) return signInFirst(address);
  try {
    return await fileOf(deps, person, address);
  } catch (error) {
    const refused = toDomainError(asTrpc(error));
    const requestId = randomUUID();
    if (refused.code === 'internal') deps.log.error({ err: error, requestId }, 'a day could not be printed');
    const headers = { ...ownHeaders, 'content-type': 'text/plain; charset=utf-8', 'x-request-id': requestId };
    return new Response(`${refused.message}\n`, { status: statuses[refused.code] ?? 500, headers });
  }
}

async function fileOf(deps: Deps, person: Person, { applicationId, environment, day }: DayAddress): Promise<Response> {
  const { context, identity, procedureLimits } = deps;
  await countCall(procedureLimits.person, person.userId);
  const access = await findApplicationAccess(context, { ...person, applicationId });
  const isEnvironment = environment === 'sandbox' || environment === 'production';
  if (!access || !isEnvironment) throw new DomainError('not_found', 'There is no such application.');
  await countCall(procedureLimits.organization, access.organizationId);
  if (!access.isOpen) throw new SignInRequired(access.needs);
  if (!may(access.role, 'days.read')) throw new DomainError('forbidden', 'Your role may not do this.');
  const { actor } = asPerson({ ...context, ...identity }, person);
  const at = context.clock.now();
  const tenantCtx = { ...context, actor, tenant: { applicationId, environment }, scopes: allScopes } as const;
  const found = await getDay(tenantCtx, { day });
  const { name } = await context.db.prisma.application.findUniqueOrThrow({ where: { id: applicationId } });
  const file = await renderDay({ day: found, applicationName: name, environment, at });
  return new Response(Buffer.from(file), {
    headers: {
      ...ownHeaders,
      'content-type': 'application/pdf',
      'content-length': String(file.length),
      // The day has digits and dashes only: it was read.
      'content-disposition': `attachment; filename="tillgate-day-${found.day}-${environment}.pdf"`,
    },
  });
}

function signInFirst({ applicationId, environment, day }: DayAddress): Response {
  const path = `/api/days/${[applicationId, environment, day].map(encodeURIComponent).join('/')}`;
  const location = `/sign-in?${new URLSearchParams({ next: path })}`;
  return new Response(null, { status: 303, headers: { ...ownHeaders, location } });
}

function asTrpc(error: unknown): TRPCError {
  if (error instanceof DomainError) return refusal(error);
  return new TRPCError({ code: 'INTERNAL_SERVER_ERROR', cause: error });
}
