import { randomUUID } from 'node:crypto';
import { writeTable, writeWorkbook } from '@tillgate/domain/exports';
import { GraphQLError } from 'graphql';
import type { Deps } from '@/deps';
import { findToken, limitHeaders, type Refused, refuse } from '@/graphql/caller';
import { shownError } from '@/graphql/errors';
import { type Asked, readAsked } from './asked.ts';
import { readTable } from './read-table.ts';

const statuses: Record<string, number> = {
  BAD_REQUEST: 400,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  BAD_FILTER: 422,
  BAD_CURSOR: 422,
  BAD_PAGE: 422,
  TIMEOUT: 503,
};

/** A file is for its caller alone, and its content type is never guessed. */
const ownHeaders = {
  'cache-control': 'private, no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
  'referrer-policy': 'no-referrer',
};

/**
 * Answers `GET /api/reports/<report>.csv`, `.ndjson` and `.xlsx` for programs that cannot speak GraphQL: by a
 * reporting token, with the same limits, scope and figures as the reporting API.
 */
export async function answerReport(request: Request, deps: Deps, file: string): Promise<Response> {
  const requestId = randomUUID();
  const response = await answered(request, deps, file).catch((error: unknown) => {
    deps.log.error({ err: error, requestId }, 'A report failed.');
    return refuse({ status: 500, code: 'INTERNAL', message: 'Something went wrong on our side. Try again.' });
  });
  for (const [name, value] of Object.entries(ownHeaders)) response.headers.set(name, value);
  response.headers.set('x-request-id', requestId);
  return response;
}

async function answered(request: Request, deps: Deps, file: string): Promise<Response> {
  const { searchParams } = new URL(request.url);
  // A token in the address is refused before any other check.
  const asked = judged(() => readAsked(file, searchParams));
  if ('status' in asked && asked.code === 'BAD_REQUEST') return refuse(asked);
  const caller = await findToken(request, deps, request.headers.get('authorization') ?? '');
  if ('status' in caller) return refuse(caller);
  const limits = limitHeaders(caller.limit);
  if ('status' in asked) return refuse({ ...asked, headers: limits });
  const { db } = deps.reporting;
  const read = await readTable({ db, clock: deps.context.clock, reach: caller.reach }, asked).catch(refusedOf);
  if ('status' in read) return refuse({ ...read, headers: limits });
  const { body, contentType } = fileOf(read, asked);
  const headers = {
    ...limits,
    'content-type': contentType,
    'content-disposition': `attachment; filename="${fileName(asked)}"`,
    ...(read.next !== null && { link: `<${nextAddress(file, searchParams, read.next)}>; rel="next"` }),
  };
  return new Response(body, { headers });
}

function fileOf(read: Awaited<ReturnType<typeof readTable>>, { report, format, language, input }: Asked) {
  const { timeZone } = read;
  if (format !== 'xlsx') {
    const { text, contentType } = writeTable(read, { format, timeZone });
    return { body: text, contentType };
  }
  const days = { from: String(input.from), to: String(input.to) };
  const { body, contentType } = writeWorkbook(read, { report, days, timeZone, language });
  return { body: Uint8Array.from(body), contentType };
}

function judged(read: () => Asked): Asked | Refused {
  try {
    return read();
  } catch (error) {
    return refusedOf(error);
  }
}

/** The refusal that an error is; others are thrown on, for the log alone. */
function refusedOf(error: unknown): Refused {
  const wrapped =
    error instanceof GraphQLError
      ? error
      : new GraphQLError('', { originalError: error instanceof Error ? error : new Error(String(error)) });
  const shown = shownError(wrapped);
  const code = String(shown?.extensions.code);
  const status = statuses[code];
  if (!shown || status === undefined) throw error;
  return { status, code, message: shown.message };
}

/** Both days were judged: they are digits and dashes. */
function fileName({ report, format, input: { from, to } }: Asked): string {
  return `tillgate-${report}-${String(from)}-to-${String(to)}.${format}`;
}

function nextAddress(file: string, query: URLSearchParams, after: string): string {
  const next = new URLSearchParams(query);
  next.set('after', after);
  return `/api/reports/${file}?${next}`;
}
