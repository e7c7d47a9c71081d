import type { FastifyReply, FastifyRequest } from 'fastify';
import { bearerOf } from '../provider-answers.ts';
import type { Simulation } from '../simulation.ts';
import { cutConnection, refusesTokenNow } from '../transport.ts';
import { sendAirtelRefusal } from './answers.ts';
import { sendDeadToken } from './gateway.ts';
import type { AirtelRefusal } from './refusals.ts';

type Row = { phone: string; isTaken: boolean; answer: string | AirtelRefusal };

/** Replies to a request that the rail does not take, as its row says. Returns undefined when the rail takes it. */
export const refuseAs = (
  simulation: Simulation,
  request: FastifyRequest,
  reply: FastifyReply,
  { answer, isTaken, phone }: Row,
): FastifyReply | undefined => {
  if (answer === 'token_once' && refusesTokenNow(simulation, phone)) {
    simulation.airtel.tokens.revoke(bearerOf(request) ?? '');
    return sendDeadToken(request, reply, 401);
  }
  if (isTaken) return undefined;
  return typeof answer === 'object' ? sendAirtelRefusal(request, reply, answer) : cutConnection(request, reply);
};
