import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { objectOf, sendJson } from '../provider-answers.ts';
import { noteEntry } from '../request-entries.ts';
import type { Simulation } from '../simulation.ts';
import { acceptAs } from '../transport.ts';
import { answerErrors } from './answer-errors.ts';
import { refuseAs } from './answering.ts';
import { sendAirtelRefusal, sendData } from './answers.ts';
import { checkDisbursement, type DisbursementFields, type DisbursementVersion } from './disbursement-fields.ts';
import { type DisbursementScenario, findDisbursementScenario } from './disbursement-magic.ts';
import { type Disbursement, moneyIdOf } from './disbursements.ts';
import { disbursementCodes, sendLetters } from './enquiry.ts';
import { openCall } from './gateway.ts';
import { phoneOf } from './handset.ts';
import type { Portal } from './portal.ts';
import { type AirtelRefusal, airtelRefusals, disbursementRefusals } from './refusals.ts';
import { disbursementResults } from './results.ts';

/** Checks the PIN: unreadable for another key or padding, wrong for another PIN than the portal's (fact 8). */
const judgePin = async (simulation: Simulation, portal: Portal, pin: string): Promise<AirtelRefusal | undefined> => {
  const read = await simulation.airtel.encryptionKey.decrypt(pin);
  if (read === undefined) return airtelRefusals.unreadablePin;
  return portal.pin === null || portal.pin === read ? undefined : airtelRefusals.wrongPin;
};

/** Pays, or fails to, at once. */
const takeDisbursement = (
  { airtel, now }: Simulation,
  clientId: string,
  { pin: _pin, ...fields }: DisbursementFields,
  scenario: DisbursementScenario,
): Disbursement => {
  const { letters, code, message } = disbursementResults[scenario.result];
  const isPaid = letters === 'TS';
  if (isPaid) airtel.wallets.move(clientId, 'disbursement', -fields.amount);
  const balance = airtel.wallets.of(clientId).disbursement;
  const paidMessage = `KES ${fields.amount} sent to ${fields.msisdn}. Your new balance is KES ${balance}.`;
  const disbursement: Disbursement = {
    ...fields,
    clientId,
    phone: phoneOf(fields.msisdn),
    scenario,
    createdAtMs: now(),
    outcome: {
      letters,
      code,
      message: isPaid ? paidMessage : message,
      receipt: isPaid ? airtel.nextReceipt() : null,
    },
    enquiries: 0,
    repeats: 0,
  };
  airtel.disbursements.add(disbursement);
  return disbursement;
};

const sendOutcome = (reply: FastifyReply, disbursement: Disbursement): FastifyReply => {
  const { id, outcome, scenario } = disbursement;
  if (scenario.answer === 'bare') return sendJson(reply, 200, {});
  if (scenario.answer === 'in_progress' || scenario.answer === 'ambiguous') {
    const isAmbiguous = scenario.answer === 'ambiguous';
    return sendData(
      reply,
      { transaction: { id, status: isAmbiguous ? 'TA' : 'TIP' } },
      { message: 'SUCCESS', responseCode: isAmbiguous ? disbursementCodes.ambiguous : disbursementCodes.inProgress },
    );
  }
  const ids =
    outcome.receipt === null ? {} : { reference_id: outcome.receipt, airtel_money_id: moneyIdOf(disbursement) };
  return sendLetters(reply, { ...ids, id, status: outcome.letters }, outcome, outcome.message);
};

/** Refuses a used id. The rail has two codes for it (fact 8): the second repeat gets the other one. */
const refuseUsedId = (
  { airtel }: Simulation,
  request: FastifyRequest,
  reply: FastifyReply,
  clientId: string,
  id: string,
): FastifyReply => {
  const first = airtel.disbursements.find(clientId, id);
  if (first !== undefined) first.repeats += 1;
  const isSecond = first !== undefined && first.repeats % 2 === 0;
  return sendAirtelRefusal(request, reply, isSecond ? disbursementRefusals.usedIdAgain : disbursementRefusals.usedId);
};

/**
 * `POST /standard/v1/disbursements/` and `/v2/`: checks the body, the PIN and the id, then pays in the same call as the
 * row of the number says (fact 8). There are no notices about payouts, which is our choice.
 */
export const addDisburseRoutes = (app: FastifyInstance, simulation: Simulation): void => {
  const disburse = (version: DisbursementVersion) => async (request: FastifyRequest, reply: FastifyReply) => {
    const portal = openCall(simulation, request, reply, 'disbursement');
    if (portal === undefined) return reply;
    const checked = checkDisbursement(objectOf(request) ?? {}, version);
    if ('refusal' in checked) return sendAirtelRefusal(request, reply, checked.refusal);
    const { id, msisdn, amount, reference, pin } = checked.fields;
    const { clientId } = portal;
    noteEntry(request, { phone: phoneOf(msisdn), amount, accountReference: reference, originatorConversationId: id });
    const wrongPin = await judgePin(simulation, portal, pin);
    if (wrongPin !== undefined) return sendAirtelRefusal(request, reply, wrongPin);
    if (simulation.airtel.disbursements.hasUsed(clientId, id)) {
      return refuseUsedId(simulation, request, reply, clientId, id);
    }
    const scenario = findDisbursementScenario(phoneOf(msisdn));
    const refused = refuseAs(simulation, request, reply, scenario);
    if (refused !== undefined) return refused;
    const disbursement = takeDisbursement(simulation, clientId, checked.fields, scenario);
    if (typeof scenario.answer === 'object') return sendAirtelRefusal(request, reply, scenario.answer);
    return acceptAs(simulation, request, reply, scenario.answer, {
      send: () => sendOutcome(reply, disbursement),
      half: '{"data":{"transaction":{"reference_id":"',
    });
  };
  for (const version of ['v1', 'v2'] as const) {
    const path = `/standard/${version}/disbursements`;
    for (const form of [path, `${path}/`]) app.post(form, { errorHandler: answerErrors }, disburse(version));
  }
};
