import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { noteEntry } from '../request-entries.ts';
import type { Simulation } from '../simulation.ts';
import { answerErrors } from './answer-errors.ts';
import { sendAirtelRefusal } from './answers.ts';
import { moneyIdOf } from './disbursements.ts';
import { answerEnquiry, collectionCodes, disbursementCodes, sendLetters } from './enquiry.ts';
import { openCall } from './gateway.ts';
import { airtelRefusals, disbursementRefusals } from './refusals.ts';

type ById = { Params: { id: string }; Querystring: Record<string, unknown> };
type Answer = NonNullable<ReturnType<typeof answerEnquiry>>;

const sendAnswer = (reply: FastifyReply, id: string, answer: Answer, moneyId: string | null): FastifyReply => {
  const { letters, message, receipt } = answer;
  const named = receipt === null ? {} : { airtel_money_id: moneyId };
  return sendLetters(reply, { ...named, id, message, status: letters }, answer);
};

/**
 * `GET /standard/v1/payments/{id}` and `GET /standard/v1|v2/disbursements/{id}`: the state of what the same client sent
 * under that id (fact 5). An unknown id gets HTTP 200 with `success: false`. Version 2 wants `transactionType=B2C`.
 */
export const addEnquiryRoutes = (app: FastifyInstance, simulation: Simulation): void => {
  const { airtel } = simulation;

  app.get<ById>('/standard/v1/payments/:id', { errorHandler: answerErrors }, async (request, reply) => {
    const portal = openCall(simulation, request, reply, 'collection');
    if (portal === undefined) return reply;
    const { id } = request.params;
    noteEntry(request, { checkoutRequestId: id });
    const collection = airtel.collections.find(portal.clientId, id);
    if (collection !== undefined) collection.enquiries += 1;
    const answer = collection && answerEnquiry(collection, collection.enquiries, collectionCodes);
    if (answer === undefined) return sendAirtelRefusal(request, reply, airtelRefusals.unknownId);
    return sendAnswer(reply, id, answer, answer.receipt);
  });

  const aboutDisbursement = async (request: FastifyRequest<ById>, reply: FastifyReply) => {
    const portal = openCall(simulation, request, reply, 'disbursement');
    if (portal === undefined) return reply;
    const { id } = request.params;
    noteEntry(request, { originatorConversationId: id });
    const disbursement = airtel.disbursements.find(portal.clientId, id);
    if (disbursement !== undefined) disbursement.enquiries += 1;
    const answer = disbursement && answerEnquiry(disbursement, disbursement.enquiries, disbursementCodes);
    if (disbursement === undefined || answer === undefined) {
      return sendAirtelRefusal(request, reply, disbursementRefusals.unknownId);
    }
    return sendAnswer(reply, id, answer, moneyIdOf(disbursement));
  };
  app.get<ById>('/standard/v1/disbursements/:id', { errorHandler: answerErrors }, aboutDisbursement);
  app.get<ById>('/standard/v2/disbursements/:id', { errorHandler: answerErrors }, async (request, reply) =>
    request.query.transactionType === 'B2C'
      ? aboutDisbursement(request, reply)
      : sendAirtelRefusal(request, reply, disbursementRefusals.missingFields),
  );
};
