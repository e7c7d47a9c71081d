import type { FastifyReply, FastifyRequest } from 'fastify';
import { unknownPath } from './send-problems.ts';

/**
 * Refuses production keys as if the path did not exist. An unknown path is not counted, so the answer
 * has no headers of a limit.
 * @throws DomainError not_found
 */
export async function sandboxOnly({ caller }: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (caller?.environment === 'sandbox') return;
  for (const name of ['ratelimit-policy', 'ratelimit']) reply.removeHeader(name);
  throw unknownPath();
}
