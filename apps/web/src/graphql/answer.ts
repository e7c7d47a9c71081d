import { randomUUID } from 'node:crypto';
import type { Person } from '@/auth';
import { withBoundedBody } from '@/bounded-body';
import type { Deps } from '@/deps';
import { findCaller, limitHeaders, type Refused, refuse } from './caller.ts';
import { createExporter } from './exporter.ts';
import { bodyBytesMax } from './limits.ts';
import { yoga } from './server.ts';

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
    deps.log.error({ err: error, requestId }, 'A query of reports failed.');
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
  const { reach, person } = caller;
  const exporter = person && createExporter(deps, person);
  const mayFindByPhone = person !== undefined;
  const graphql = { requestId, db, clock: deps.context.clock, reach, batches: new WeakMap(), mayFindByPhone, exporter };
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

const tooLarge = {
  status: 413,
  code: 'BAD_REQUEST',
  message: `A request may have at most ${bodyBytesMax / 1024} kB.`,
};
