import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendAirtelRefusal } from './answers.ts';
import { airtelRefusals } from './refusals.ts';

/** Replies in the rail's envelope to a request that Fastify refuses, such as one with a body that is too large. */
export const answerErrors = (
  error: Error & { statusCode?: number },
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply => {
  const isOurs = (error.statusCode ?? 500) >= 500;
  if (isOurs) request.log.error({ err: error }, 'A request failed.');
  return sendAirtelRefusal(request, reply, isOurs ? airtelRefusals.internal : airtelRefusals.unreadableBody);
};
