import type { FastifyInstance } from 'fastify';
import { noteEntry } from '../request-entries.ts';
import type { Simulation } from '../simulation.ts';
import { answerErrors } from './answer-errors.ts';
import { sendAirtelRefusal, sendData } from './answers.ts';
import { answerEnquiry } from './enquiry.ts';
import { openCall } from './gateway.ts';
import { airtelRefusals } from './refusals.ts';

/**
 * `GET /standard/v1/payments/{our id}`: the state of a collection of the same client (fact 5). An unknown id gets
 * HTTP 200 with `success: false`. A failed collection also says `success: false`, which the facts leave open.
 */
export const addEnquiryRoute = (app: FastifyInstance, simulation: Simulation): void => {
  app.get<{ Params: { id: string } }>(
    '/standard/v1/payments/:id',
    { errorHandler: answerErrors },
    async (request, reply) => {
      const portal = openCall(simulation, request, reply, 'collection');
      if (portal === undefined) return reply;
      const { id } = request.params;
      noteEntry(request, { checkoutRequestId: id });
      const collection = simulation.airtel.collections.find(portal.clientId, id);
      if (collection !== undefined) collection.enquiries += 1;
      const answer = collection && answerEnquiry(collection, collection.enquiries);
      if (answer === undefined) return sendAirtelRefusal(request, reply, airtelRefusals.unknownId);
      const { letters, code, message, receipt } = answer;
      const hasFailed = letters === 'TF' || letters === 'TE';
      return sendData(
        reply,
        {
          transaction: {
            ...(receipt !== null && { airtel_money_id: receipt }),
            id,
            message,
            status: letters,
          },
        },
        {
          message: hasFailed ? 'FAILED' : 'SUCCESS',
          responseCode: code,
          resultCode: hasFailed ? 'ESB000011' : 'ESB000010',
          success: !hasFailed,
        },
      );
    },
  );
};
