import type { FastifyReply, FastifyRequest } from 'fastify';
import { hangMs, tokenRefusalsMax } from './limits.ts';
import { bearerOf } from './provider-answers.ts';
import type { Simulation } from './simulation.ts';

/** Keeps the connection open without a word, and gives it up when the client does. */
export const hang = (simulation: Simulation, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  reply.hijack();
  const { socket } = request.raw;
  const cancel = simulation.timers.after(hangMs, () => socket.destroy());
  socket.once('close', cancel);
  return reply;
};

/** Cuts the connection instead of answering. */
export const cutConnection = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  reply.hijack();
  request.raw.socket.destroy();
  return reply;
};

/** HTTP 200 with the beginning of a JSON body. */
export const sendHalf = (reply: FastifyReply, half: string): FastifyReply =>
  reply.code(200).header('content-type', 'application/json').send(half);

/** True for every other call of a key: the first finds its token revoked, the one with a fresh token passes. */
export const refusesTokenNow = (simulation: Simulation, request: FastifyRequest, key: string): boolean => {
  const { tokenRefusals, tokens } = simulation;
  if (tokenRefusals.delete(key)) return false;
  const oldest = tokenRefusals.values().next().value;
  if (tokenRefusals.size >= tokenRefusalsMax && oldest !== undefined) tokenRefusals.delete(oldest);
  tokenRefusals.add(key);
  tokens.revoke(bearerOf(request) ?? '');
  return true;
};
