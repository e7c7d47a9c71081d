import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { objectOf } from '../provider-answers.ts';
import { noteEntry } from '../request-entries.ts';
import type { Simulation } from '../simulation.ts';
import { acceptAs } from '../transport.ts';
import { answerErrors } from './answer-errors.ts';
import { refuseAs } from './answering.ts';
import { sendAirtelRefusal, sendData } from './answers.ts';
import { checkCollection } from './collection-fields.ts';
import { openCall } from './gateway.ts';
import { answerCollection, openCollection, phoneOf, scheduleCollection } from './handset.ts';
import { findCollectionScenario } from './magic.ts';
import { airtelRefusals } from './refusals.ts';
import { isSignedAsWanted } from './signing.ts';

const paths = ['/merchant/v1/payments/', '/merchant/v1/payments', '/merchant/v2/payments/', '/merchant/v2/payments'];

/** `SUCCESS` here means that the prompt is in process (fact 4). One copy of the documents has `false` as the id. */
const sendAck = (reply: FastifyReply, id: string | false): FastifyReply =>
  sendData(reply, { transaction: { id, status: 'SUCCESS' } }, { message: 'SUCCESS', responseCode: 'DP00800001006' });

const headerOf = (request: FastifyRequest, name: string): string | undefined => request.headers[name]?.toString();

/**
 * `POST /merchant/v1/payments/` and `/v2/`: checks the signature, the body and the id, then plays the scenario of the
 * number (facts 4, 9). A missing slash at the end is tolerated.
 */
export const addCollectRoutes = (app: FastifyInstance, simulation: Simulation): void => {
  const collect = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { airtel, timers, profile } = simulation;
    const portal = openCall(simulation, request, reply, 'collection');
    if (portal === undefined) return reply;
    const signed = { signature: headerOf(request, 'x-signature'), key: headerOf(request, 'x-key') };
    if (!(await isSignedAsWanted(airtel.encryptionKey, portal.signing, signed, String(request.body ?? '')))) {
      return sendAirtelRefusal(request, reply, airtelRefusals.wrongSignature);
    }
    const body = objectOf(request);
    if (body === undefined) return sendAirtelRefusal(request, reply, airtelRefusals.unreadableBody);
    const checked = checkCollection(body);
    if ('refusal' in checked) return sendAirtelRefusal(request, reply, checked.refusal);
    const { id, msisdn, amount, reference } = checked.fields;
    const { clientId } = portal;
    noteEntry(request, { phone: phoneOf(msisdn), amount, accountReference: reference, checkoutRequestId: id });
    if (airtel.collections.hasUsed(clientId, id)) {
      const first = airtel.collections.find(clientId, id);
      if (first !== undefined) first.repeats += 1;
      return sendAirtelRefusal(request, reply, airtelRefusals.usedId);
    }
    const scenario = findCollectionScenario(phoneOf(msisdn));
    const refused = refuseAs(simulation, request, reply, scenario);
    if (refused !== undefined) return refused;
    const collection = openCollection(simulation, clientId, checked.fields, scenario);
    const { answer } = scenario;
    if (answer === 'ack_after_notice') {
      await answerCollection(simulation, collection, scenario.result ?? 'paid', 'auto');
      await timers.wait(profile.ackAfterCallbackMs);
      return sendAck(reply, id);
    }
    // The handset answers only after the reply was sent or the connection closed, so the order on the wire is fixed.
    reply.raw.once('close', () => scheduleCollection(simulation, collection));
    if (typeof answer === 'object') return sendAirtelRefusal(request, reply, answer);
    return acceptAs(simulation, request, reply, answer, {
      send: () => sendAck(reply, answer === 'ack_without_id' ? false : id),
      half: '{"data":{"transaction":{"id":"',
    });
  };
  for (const path of paths) app.post(path, { errorHandler: answerErrors }, collect);
};
