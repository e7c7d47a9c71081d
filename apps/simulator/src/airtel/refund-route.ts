import type { FastifyInstance } from 'fastify';
import { objectOf } from '../provider-answers.ts';
import type { Simulation } from '../simulation.ts';
import { cutConnection } from '../transport.ts';
import { answerErrors } from './answer-errors.ts';
import { sendAirtelRefusal, sendData } from './answers.ts';
import { partOf } from './collection-fields.ts';
import { openCall } from './gateway.ts';
import { airtelRefusals } from './refusals.ts';

/**
 * `POST /standard/v1/payments/refund` with `{"transaction": {"airtel_money_id": …}}`: gives the whole amount of a paid
 * collection of the same client back, in the same call (fact 7). A second refund is done again, and the refund has a
 * receipt of its own; both are our choice.
 */
export const addRefundRoute = (app: FastifyInstance, simulation: Simulation): void => {
  const { airtel } = simulation;
  app.post('/standard/v1/payments/refund', { errorHandler: answerErrors }, async (request, reply) => {
    const portal = openCall(simulation, request, reply, 'collection');
    if (portal === undefined) return reply;
    const body = objectOf(request);
    if (body === undefined) return sendAirtelRefusal(request, reply, airtelRefusals.unreadableBody);
    const receipt = partOf(body.transaction).airtel_money_id;
    const paid = airtel.collections
      .list()
      .find(({ clientId, outcome }) => clientId === portal.clientId && outcome?.receipt && outcome.receipt === receipt);
    if (paid === undefined) return sendAirtelRefusal(request, reply, airtelRefusals.unknownId);
    const { refund } = paid.scenario;
    const ownReceipt = airtel.nextReceipt();
    if (refund.isDone) {
      paid.refunds.push(ownReceipt);
      airtel.wallets.move(portal.clientId, 'collection', -paid.amount);
    }
    if (refund.kind === 'cut') return cutConnection(request, reply);
    if (refund.kind === 'answer') return sendAirtelRefusal(request, reply, refund.refusal);
    return sendData(
      reply,
      { transaction: { airtel_money_id: ownReceipt, status: 'SUCCESS' } },
      { message: 'SUCCESS', responseCode: 'DP00800001001', success: refund.kind !== 'doubtful' },
    );
  });
};
