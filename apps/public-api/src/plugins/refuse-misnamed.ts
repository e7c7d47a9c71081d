import { invalidInput, issue, issues, misspeltNames, nearestName, unknownNames } from '@tillgate/domain';
import type { FastifyInstance, FastifyRequest } from 'fastify';

const keyHeader = 'idempotency-key';
/** Common misspellings of the header. No proxy adds such a header. */
const likeKeyHeader = /idem(?:pot|[-_]?key)/i;

/**
 * Refuses unknown names where ignoring them would change the result: query parameters, and misspellings of body members
 * or the Idempotency-Key. Other unknown members and headers are ignored.
 */
export function refuseMisnamed(app: FastifyInstance): void {
  app.addHook('preValidation', async (request) => {
    const issues = [...misnamedParameters(request), ...misnamedMembers(request), ...misnamedHeaders(request)];
    if (issues.length > 0) throw invalidInput(...issues);
  });
}

function misnamedParameters({ method, query, routeOptions: { schema } }: FastifyRequest) {
  const names = Object.keys(query as object);
  if (method === 'GET' || method === 'HEAD') return unknownNames(names, membersOf(schema?.querystring));
  return names.flatMap((path) => {
    const member = nearestName(path, membersOf(schema?.body));
    return member === undefined ? [] : [issue(path, issues.inAddress({ member }))];
  });
}

function misnamedMembers({ body, routeOptions: { schema } }: FastifyRequest) {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return [];
  return misspeltNames(Object.keys(body), membersOf(schema?.body));
}

function misnamedHeaders({ body, headers, routeOptions: { schema } }: FastifyRequest) {
  const isAsked = membersOf(schema?.headers).includes(keyHeader);
  const isGiven = keyHeader in headers || (typeof body === 'object' && body !== null && 'idempotencyKey' in body);
  if (!isAsked || isGiven) return [];
  const wrong = Object.keys(headers).filter(
    (name) => likeKeyHeader.test(name) || misspeltNames([name], [keyHeader]).length > 0,
  );
  return wrong.map((path) => issue(path, issues.unknownHeader));
}

/** The names in a schema of a route. */
function membersOf(schema: unknown): string[] {
  return typeof schema === 'object' && schema !== null && 'shape' in schema ? Object.keys(schema.shape as object) : [];
}
