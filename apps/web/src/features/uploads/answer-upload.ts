import { DomainError, notFound } from '@tillgate/domain';
import { TRPCError } from '@trpc/server';
import { getHTTPStatusCodeFromError } from '@trpc/server/http';
import type { Person } from '@/auth';
import { withBoundedBody } from '@/bounded-body';
import type { Deps } from '@/deps';
import { readLocale } from '@/i18n/locale';
import type { webRefusals } from '@/refusals';
import { sayRefusal } from '@/say/say-issue';
import { createTrpcContext, type RequestFacts, readFacts } from '@/trpc/context';
import { createCallerFactory } from '@/trpc/init';
import { refusal, refusalData } from '@/trpc/refusals';
import { appRouter } from '@/trpc/root';

/** The tenant in the address, as it came. */
export type UploadAddress = { applicationId: string; environment: string };

/** Most concurrent uploads of one organization, so that slow ones do not block others. */
const arrivingMax = 3;
/** Files of a kind that this process reads at once, one of each organization: each takes up to some hundred MB. */
const readingMax = 3;
const tryAgainSeconds = 5;

const createCaller = createCallerFactory(appRouter);
type Caller = ReturnType<typeof createCaller>;
type UploadTenant = { applicationId: string; environment: 'sandbox' | 'production' };

const headers = { 'cache-control': 'private, no-store', 'x-content-type-options': 'nosniff' };

/** What differs between the files that people send up. */
export type Upload = {
  bytesMax: number;
  tooLarge: ReturnType<typeof webRefusals.statementTooLarge>;
  busy: ConstructorParameters<typeof DomainError>[1];
  /** The log message of a body that was interrupted. */
  lost: string;
  /** Whether the person may send a file, before any of it is read. */
  permit: (caller: Caller, tenant: UploadTenant) => Promise<{ organizationId: string }>;
  read: (caller: Caller, tenant: UploadTenant, params: URLSearchParams, file: Uint8Array) => Promise<object>;
};

type Answer = (
  request: Request,
  deps: Deps,
  readPerson: () => Promise<Person | undefined>,
  address: UploadAddress,
) => Promise<Response>;

/** Receives the bytes of files of one kind. Checks permissions before it reads the body, as procedures do. */
export function createUploads(upload: Upload): Answer {
  const arriving: string[] = [];
  const reading: string[] = [];
  return async (request, deps, readPerson, { applicationId, environment }) => {
    const facts = readFacts(request.headers);
    const caller = createCaller(createTrpcContext(facts, deps, readPerson));
    try {
      const tenant = { applicationId, environment: asEnvironment(environment) };
      const { organizationId } = await upload.permit(caller, tenant);
      const { searchParams } = new URL(request.url);
      const file = await within(arriving, organizationId, { own: arrivingMax, busy: upload.busy }, () =>
        readBytes(request, upload),
      );
      const read = () => upload.read(caller, tenant, searchParams, file);
      const places = { own: 1, all: readingMax, busy: upload.busy };
      return Response.json(await within(reading, organizationId, places, read), { headers });
    } catch (error) {
      const shown = asTrpc(error);
      // Procedures log their own errors, so this logs only an interrupted body.
      if (shown !== error && shown.code === 'INTERNAL_SERVER_ERROR') {
        deps.log.warn({ err: error, requestId: facts.requestId }, upload.lost);
      }
      return refused(shown, facts);
    }
  };
}

function asEnvironment(text: string): 'sandbox' | 'production' {
  if (text === 'sandbox' || text === 'production') return text;
  throw notFound('application');
}

/** Works while few others do. @throws DomainError rate_limited */
async function within<T>(
  places: string[],
  organizationId: string,
  { own, all = Number.POSITIVE_INFINITY, busy }: { own: number; all?: number; busy: Upload['busy'] },
  work: () => Promise<T>,
): Promise<T> {
  if (places.length >= all || places.filter((each) => each === organizationId).length >= own) {
    throw new DomainError('rate_limited', busy, { retryAfterSeconds: tryAgainSeconds });
  }
  places.push(organizationId);
  try {
    return await work();
  } finally {
    places.splice(places.indexOf(organizationId), 1);
  }
}

/** @throws DomainError payload_too_large */
async function readBytes(request: Request, { bytesMax, tooLarge }: Upload): Promise<Uint8Array> {
  const bounded = await withBoundedBody(request, bytesMax);
  if (bounded) return new Uint8Array(await bounded.arrayBuffer());
  throw new DomainError('payload_too_large', tooLarge);
}

function asTrpc(error: unknown): TRPCError {
  if (error instanceof TRPCError) return error;
  if (error instanceof DomainError) return refusal(error);
  return new TRPCError({ code: 'INTERNAL_SERVER_ERROR', cause: error });
}

/** The same shape as an error of a procedure, so that pages show it in the same way. */
function refused(error: TRPCError, { requestId, headers: asked }: RequestFacts): Response {
  return Response.json(sayRefusal(refusalData(error, requestId), readLocale(asked)), {
    status: getHTTPStatusCodeFromError(error),
    headers,
  });
}
