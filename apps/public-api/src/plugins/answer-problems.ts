import { DomainError } from '@tillgate/domain';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import type { Deps } from '../deps.ts';
import { problems, toDomainError, toProblem } from '../problem.ts';

/** Every refusal leaves as application/problem+json, from whatever depth it was thrown. */
export function answerProblems(app: FastifyInstance, deps: Deps): void {
  app.setErrorHandler((error, request, reply) => sendProblem(deps, error, request, reply));
  app.setNotFoundHandler((request, reply) => {
    sendProblem(deps, new DomainError('not_found', 'There is nothing at this address.'), request, reply);
  });
}

export function sendProblem(
  deps: Pick<Deps, 'errorsUrl'>,
  thrown: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const error = hasZodFastifySchemaValidationErrors(thrown) ? invalidInput(thrown) : toDomainError(thrown);
  const { status } = problems[error.code];
  if (status >= 500 && !(thrown instanceof DomainError))
    request.log.error({ err: thrown, code: error.code }, 'request failed');
  void reply.header('x-request-id', request.id);
  if (error.code === 'unauthenticated') void reply.header('www-authenticate', 'Bearer realm="tillgate"');
  if (error.extras.retryAfterSeconds !== undefined) void reply.header('retry-after', error.extras.retryAfterSeconds);
  if (error.extras.allow) void reply.header('allow', error.extras.allow.join(', '));
  if (error.extras.replayed) void reply.header('idempotent-replayed', 'true');
  void reply
    .code(status)
    .type('application/problem+json')
    .send(toProblem(error, request.id, deps.errorsUrl));
}

function invalidInput(error: { validation: { instancePath: string; message?: string }[] }): DomainError {
  const issues = error.validation.map(({ instancePath, message }) => ({
    path: instancePath
      .split('/')
      .filter((part) => part !== '')
      .join('.'),
    message: message ?? 'is not valid',
  }));
  const [first] = issues;
  const detail = first ? `${first.path || 'body'}: ${first.message}` : 'The request is not valid.';
  return new DomainError('invalid_input', detail, { issues });
}
