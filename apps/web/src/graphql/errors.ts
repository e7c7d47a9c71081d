import { DomainError, type Permission, publicIssues } from '@tillgate/domain';
import { GraphQLError } from 'graphql';

/** What `extensions.code` of an error may be. */
type Code =
  | 'BAD_CURSOR'
  | 'BAD_FILTER'
  | 'BAD_ID'
  | 'BAD_PAGE'
  | 'BAD_REQUEST'
  | 'COST_EXCEEDED'
  | 'FORBIDDEN'
  | 'GRAPHQL_PARSE_FAILED'
  | 'GRAPHQL_VALIDATION_FAILED'
  | 'INTERNAL'
  | 'NOT_FOUND'
  | 'QUERY_TOO_COMPLEX'
  | 'RATE_LIMITED'
  | 'TIMEOUT';

/** An error that the caller may read. */
export function refusal(code: Code, message: string, more: Record<string, unknown> = {}): GraphQLError {
  return new GraphQLError(message, { extensions: { code, ...more } });
}

/** The error of a field that the caller may not read: the field is null beside it. */
export function denied(permission: Permission): GraphQLError {
  return refusal('FORBIDDEN', `You may not read this: it needs the permission ${permission}.`, { permission });
}

export const noApplication = () => refusal('NOT_FOUND', 'There is no such application.');

const cursorArguments = new Set(['after', 'before']);
const sizeArguments = new Set(['first', 'last']);

/** The code of an invalid argument of a list. */
function codeOfIssues(paths: string[]): Code {
  if (paths.some((path) => sizeArguments.has(path))) return 'BAD_PAGE';
  return paths.some((path) => cursorArguments.has(path)) ? 'BAD_CURSOR' : 'BAD_FILTER';
}

/** PostgreSQL ends a statement that runs for too long with this code. */
const queryCanceled = '57014';

/**
 * What the caller learns of an error. Undefined for what only the log may have.
 */
export function shownError(error: GraphQLError): GraphQLError | undefined {
  const { originalError } = error;
  if (originalError instanceof DomainError) {
    const { code, message, extras } = originalError;
    if (code === 'invalid_input') {
      const issues = publicIssues(extras.issues ?? []);
      return placed(error, refusal(codeOfIssues(issues.map(({ path }) => path)), message, { issues }));
    }
    if (code === 'not_found') return placed(error, refusal('NOT_FOUND', message));
    if (code === 'forbidden') {
      const { missingPermission } = extras;
      return placed(error, missingPermission ? denied(missingPermission) : refusal('FORBIDDEN', message));
    }
    if (code === 'rate_limited') return placed(error, refusal('RATE_LIMITED', message));
    return undefined;
  }
  if (isTimeout(originalError)) {
    return placed(error, refusal('TIMEOUT', 'This took too long. Ask for a shorter range or fewer fields.'));
  }
  const isOurs = typeof error.extensions.code === 'string';
  // The engine's own errors, such as a null where none may be, are faults of ours.
  if (originalError && !(originalError instanceof GraphQLError)) return undefined;
  return isOurs ? error : undefined;
}

function isTimeout(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && cause.code === queryCanceled) return true;
    if (cause.message === 'Query read timeout') return true;
  }
  return false;
}

/** The refusal with the position of its field in the query. */
function placed({ nodes, source, positions, path }: GraphQLError, { message, extensions }: GraphQLError): GraphQLError {
  return new GraphQLError(message, { nodes, source, positions, path, extensions });
}
