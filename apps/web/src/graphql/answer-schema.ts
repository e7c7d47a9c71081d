import { printSchema } from 'graphql';
import type { Person } from '@/auth';
import type { Deps } from '@/deps';
import { findCaller, limitHeaders, refuse } from './caller.ts';
import { schema } from './schema.ts';

/** Shows the schema as text to callers who may use the reporting API, as introspection does. */
export async function answerSchema(
  request: Request,
  deps: Deps,
  readPerson: () => Promise<Person | undefined>,
): Promise<Response> {
  const caller = await findCaller(request, deps, readPerson);
  if ('status' in caller) return refuse(caller);
  return new Response(`${printSchema(schema)}\n`, {
    headers: {
      ...limitHeaders(caller.limit),
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    },
  });
}
