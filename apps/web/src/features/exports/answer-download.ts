import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { allScopes, DomainError } from '@tillgate/domain';
import { downloadExport, type ExportFile } from '@tillgate/domain/exports';
import { findApplicationAccess, may } from '@tillgate/domain/organizations';
import { asPerson } from '@tillgate/domain/users';
import { TRPCError } from '@trpc/server';
import type { Person } from '@/auth';
import type { Deps } from '@/deps';
import { countCall } from '@/trpc/procedure-limits';
import { refusal, SignInRequired, toDomainError } from '@/trpc/refusals';

/** The place of a file in the address, as it came. */
export type FileAddress = { applicationId: string; environment: string; exportId: string };

export const statuses: Partial<Record<DomainError['code'], number>> = {
  forbidden: 403,
  not_found: 404,
  invalid_input: 404,
  rate_limited: 429,
  unavailable: 503,
};
/** The answer of a person is for nobody else, and a file is what it says it is. */
export const ownHeaders = {
  'cache-control': 'private, no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
  'referrer-policy': 'no-referrer',
};

/**
 * Sends the file of an export to a member who may read it. Whoever is not signed in is sent to sign in first, because
 * the address stands in mails. It is read a part at a time, as fast as the browser takes it.
 */
export async function answerDownload(deps: Deps, person: Person | undefined, address: FileAddress): Promise<Response> {
  if (!person) return signInFirst(address);
  try {
    return fileResponse(await openFile(deps, person, address));
  } catch (error) {
    const refused = toDomainError(asTrpc(error));
    const requestId = randomUUID();
    if (refused.code === 'internal') deps.log.error({ err: error, requestId }, 'a download failed');
    const headers = { ...ownHeaders, 'content-type': 'text/plain; charset=utf-8', 'x-request-id': requestId };
    return new Response(`${refused.message}\n`, { status: statuses[refused.code] ?? 500, headers });
  }
}

async function openFile(deps: Deps, person: Person, { applicationId, environment, exportId }: FileAddress) {
  const { context, identity, procedureLimits } = deps;
  await countCall(procedureLimits.person, person.userId);
  const access = await findApplicationAccess(context, { ...person, applicationId });
  const isEnvironment = environment === 'sandbox' || environment === 'production';
  if (!access || !isEnvironment) throw new DomainError('not_found', 'There is no such export.');
  await countCall(procedureLimits.organization, access.organizationId);
  if (!access.isOpen) throw new SignInRequired(access.needs);
  if (!may(access.role, 'exports.use')) throw new DomainError('forbidden', 'Your role may not do this.');
  const { actor } = asPerson({ ...context, ...identity }, person);
  const tenantCtx = { ...context, actor, tenant: { applicationId, environment }, scopes: allScopes } as const;
  return downloadExport({ ...tenantCtx, may: (permission) => may(access.role, permission) }, { exportId });
}

function fileResponse(file: ExportFile): Response {
  const body = Readable.toWeb(Readable.from(file.parts(), { objectMode: true, highWaterMark: 1 }));
  const digest = Buffer.from(file.sha256, 'hex').toString('base64');
  // The stream of Node and the one of the browser are the same thing under two names.
  return new Response(body as ReadableStream<Uint8Array>, {
    headers: {
      ...ownHeaders,
      'content-type': file.contentType,
      'content-length': String(file.bytes),
      // The name has letters, digits, dashes and one dot only.
      'content-disposition': `attachment; filename="${file.fileName}"`,
      'repr-digest': `sha-256=:${digest}:`,
      'accept-ranges': 'none',
    },
  });
}

function signInFirst({ applicationId, environment, exportId }: FileAddress): Response {
  const path = `/api/exports/${[applicationId, environment, exportId].map(encodeURIComponent).join('/')}`;
  const location = `/sign-in?${new URLSearchParams({ next: path })}`;
  return new Response(null, { status: 303, headers: { ...ownHeaders, location } });
}

export function asTrpc(error: unknown): TRPCError {
  if (error instanceof DomainError) return refusal(error);
  return new TRPCError({ code: 'INTERNAL_SERVER_ERROR', cause: error });
}
