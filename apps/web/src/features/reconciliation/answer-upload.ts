import { DomainError, notFound } from '@tillgate/domain';
import { fileBytesMax } from '@tillgate/domain/tables';
import { TRPCError } from '@trpc/server';
import { getHTTPStatusCodeFromError } from '@trpc/server/http';
import type { Person } from '@/auth';
import { withBoundedBody } from '@/bounded-body';
import type { Deps } from '@/deps';
import { readLocale } from '@/i18n/locale';
import { webRefusals } from '@/refusals';
import { sayRefusal } from '@/say/say-issue';
import { createTrpcContext, type RequestFacts, readFacts } from '@/trpc/context';
import { createCallerFactory } from '@/trpc/init';
import { refusal, refusalData } from '@/trpc/refusals';
import { appRouter } from '@/trpc/root';

/** The tenant in the address, as it came. */
export type UploadAddress = { applicationId: string; environment: string };

/** Most concurrent uploads of one organization, so that slow ones do not block others. */
const arrivingMax = 3;
/** Files that this process reads at once, one of each organization: each takes up to some hundred MB. */
const readingMax = 3;
const tryAgainSeconds = 5;
const arriving: string[] = [];
const reading: string[] = [];

const createCaller = createCallerFactory(appRouter);
const headers = { 'cache-control': 'private, no-store', 'x-content-type-options': 'nosniff' };

/**
 * Receives the bytes of a statement and previews or imports it, by the parameter `step`. Checks permissions before it
 * reads the body, as procedures do.
 */
export async function answerUpload(
  request: Request,
  deps: Deps,
  readPerson: () => Promise<Person | undefined>,
  { applicationId, environment }: UploadAddress,
): Promise<Response> {
  const facts = readFacts(request.headers);
  const caller = createCaller(createTrpcContext(facts, deps, readPerson)).reconciliation;
  try {
    const tenant = { applicationId, environment: asEnvironment(environment) };
    const { organizationId } = await caller.permitUpload(tenant);
    const { searchParams } = new URL(request.url);
    const shortcode = searchParams.get('shortcode') ?? '';
    const fileName = searchParams.get('name') ?? '';
    const despiteName = searchParams.get('despiteName') === 'true';
    const run = searchParams.get('step') === 'import' ? caller.import : caller.preview;
    const file = await within(arriving, organizationId, { own: arrivingMax }, () => readBytes(request));
    const read = async (): Promise<object> => run({ ...tenant, shortcode, fileName, despiteName, file });
    return Response.json(await within(reading, organizationId, { own: 1, all: readingMax }, read), { headers });
  } catch (error) {
    const shown = asTrpc(error);
    // Procedures log their own errors, so this logs only an interrupted body.
    if (shown !== error && shown.code === 'INTERNAL_SERVER_ERROR') {
      deps.log.warn({ err: error, requestId: facts.requestId }, 'A statement was not received.');
    }
    return refused(shown, facts);
  }
}

function asEnvironment(text: string): 'sandbox' | 'production' {
  if (text === 'sandbox' || text === 'production') return text;
  throw notFound('application');
}

/** Works while few others do. @throws DomainError rate_limited */
async function within<T>(
  places: string[],
  organizationId: string,
  { own, all = Number.POSITIVE_INFINITY }: { own: number; all?: number },
  work: () => Promise<T>,
): Promise<T> {
  if (places.length >= all || places.filter((each) => each === organizationId).length >= own) {
    throw new DomainError('rate_limited', webRefusals.statementBusy, {
      retryAfterSeconds: tryAgainSeconds,
    });
  }
  places.push(organizationId);
  try {
    return await work();
  } finally {
    places.splice(places.indexOf(organizationId), 1);
  }
}

/** @throws DomainError payload_too_large */
async function readBytes(request: Request): Promise<Uint8Array> {
  const bounded = await withBoundedBody(request, fileBytesMax);
  if (bounded) return new Uint8Array(await bounded.arrayBuffer());
  throw new DomainError('payload_too_large', webRefusals.statementTooLarge({ max: fileBytesMax / 1_000_000 }));
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
