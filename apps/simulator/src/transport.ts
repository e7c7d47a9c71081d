import type { FastifyReply, FastifyRequest } from 'fastify';
import { hangMs, tokenRefusalsMax } from './limits.ts';
import { bearerOf, sendHtml, sendInvalidToken, sendRefusal, type TokenError } from './provider-answers.ts';
import type { AckKind, RefusingBehaviour } from './scenario.ts';
import type { Simulation } from './simulation.ts';

/** Keeps the connection open without a reply until the client closes it or `hangMs` has passed. */
export const hang = (simulation: Simulation, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  reply.hijack();
  const { socket } = request.raw;
  const cancel = simulation.timers.after(hangMs, () => socket.destroy());
  socket.once('close', cancel);
  return reply;
};

/** Cuts the connection instead of replying. */
export const cutConnection = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  reply.hijack();
  request.raw.socket.destroy();
  return reply;
};

/** Replies with HTTP 200 and the beginning of a JSON body. */
const sendHalf = (reply: FastifyReply, half: string): FastifyReply =>
  reply.code(200).header('content-type', 'application/json').send(half);

/** True for every other call of a key: the first call is refused, and the next one passes. */
export const refusesTokenNow = ({ tokenRefusals }: Pick<Simulation, 'tokenRefusals'>, key: string): boolean => {
  if (tokenRefusals.delete(key)) return false;
  const oldest = tokenRefusals.values().next().value;
  if (tokenRefusals.size >= tokenRefusalsMax && oldest !== undefined) tokenRefusals.delete(oldest);
  tokenRefusals.add(key);
  return true;
};

/**
 * Refuses a request as its scenario says, or leaves it without a reply. Returns undefined when the scenario accepts it.
 *
 * @param token `key` groups the requests whose every other token is revoked; `error` is the product's token error
 */
export const refuseAs = (
  simulation: Simulation,
  request: FastifyRequest,
  reply: FastifyReply,
  behaviour: RefusingBehaviour | { kind: AckKind | 'ack_after_callback' | 'ack_after_result' },
  token: { key: string; error?: TokenError },
): FastifyReply | undefined => {
  switch (behaviour.kind) {
    case 'hang':
      return hang(simulation, request, reply);
    case 'refuse':
      return sendRefusal(request, reply, behaviour.refusal);
    case 'token_refused':
      return sendInvalidToken(request, reply, token.error);
    case 'token_refused_once':
      if (!refusesTokenNow(simulation, token.key)) return undefined;
      // The next call then needs a new token.
      simulation.tokens.revoke(bearerOf(request) ?? '');
      return sendInvalidToken(request, reply, token.error);
    default:
      return undefined;
  }
};

/**
 * Replies to an accepted request as its scenario says.
 *
 * @param ack `send` sends the whole acknowledgement; `half` is the beginning of its JSON text
 */
export const acceptAs = async (
  simulation: Simulation,
  request: FastifyRequest,
  reply: FastifyReply,
  kind: string,
  ack: { send: () => FastifyReply; half: string },
): Promise<FastifyReply> => {
  switch (kind) {
    case 'cut':
      return cutConnection(request, reply);
    case 'slow_ack':
      await simulation.timers.wait(simulation.profile.slowAckMs);
      return ack.send();
    case 'gateway_page':
      return sendHtml(reply, 504, 'Gateway Time-out');
    case 'unreadable_ack':
      return sendHalf(reply, ack.half);
    default:
      return ack.send();
  }
};
