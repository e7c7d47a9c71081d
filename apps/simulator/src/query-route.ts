import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Outcome, Prompt } from './prompts.ts';
import { openRequest, sendError, sendInvalidField, sendJson, sendRefusal } from './provider-answers.ts';
import { checkQuery, isPasswordRight } from './push-fields.ts';
import { spikeArrest } from './refusals.ts';
import { noteEntry } from './request-entries.ts';
import type { Simulation } from './simulation.ts';

export const queryPath = '/mpesa/stkpushquery/v1/query';

const stillProcessingCode = '500.001.1001';

/** The outcome, once a query may report it: after the callback attempt, or `queryFinalAfterMs` after the answer. */
const finalOutcome = ({ profile, now }: Simulation, prompt: Prompt): Outcome | null => {
  if (prompt.outcome === null || prompt.answeredAtMs === null) return null;
  return prompt.callbackTried || now() - prompt.answeredAtMs >= profile.queryFinalAfterMs ? prompt.outcome : null;
};

const sendResult = (reply: FastifyReply, prompt: Prompt, code: string, desc: string): FastifyReply =>
  sendJson(reply, 200, {
    ResponseCode: '0',
    // The provider misspells this word.
    ResponseDescription: 'The service request has been accepted successsfully',
    MerchantRequestID: prompt.merchantRequestId,
    CheckoutRequestID: prompt.checkoutRequestId,
    ResultCode: code,
    ResultDesc: desc,
  });

const sendPending = (
  simulation: Simulation,
  request: FastifyRequest,
  reply: FastifyReply,
  prompt: Prompt,
): FastifyReply => {
  const isEarly = simulation.now() - prompt.createdAtMs < simulation.profile.query4999Ms;
  const form = prompt.scenario.query;
  if (form === 'envelope_200') return sendError(request, reply, 200, stillProcessingCode, '');
  if (form === 'only_4999' || (form !== 'only_500' && isEarly)) {
    return sendResult(reply, prompt, '4999', 'The transaction is still under processing');
  }
  return sendError(request, reply, 500, stillProcessingCode, 'The transaction is being processed');
};

const sendStatus = (
  simulation: Simulation,
  request: FastifyRequest,
  reply: FastifyReply,
  prompt: Prompt,
): FastifyReply => {
  prompt.queries += 1;
  if (prompt.scenario.query === 'spike_arrest') return sendRefusal(request, reply, spikeArrest);
  const outcome = finalOutcome(simulation, prompt);
  if (outcome === null) return sendPending(simulation, request, reply, prompt);
  prompt.finalQueries += 1;
  if (prompt.scenario.query === 'noisy' && prompt.finalQueries % 2 === 1) {
    return sendError(request, reply, 500, stillProcessingCode, 'The transaction is being processed');
  }
  return sendResult(reply, prompt, String(outcome.code), outcome.queryDesc);
};

/** `POST /mpesa/stkpushquery/v1/query`: returns the state of one prompt. Like the provider's, it has no receipt. */
export const addQueryRoute = (app: FastifyInstance, simulation: Simulation): void => {
  app.post(queryPath, async (request, reply) => {
    const body = openRequest(simulation, request, reply);
    if (body === undefined) return reply;
    const checked = checkQuery(body);
    if ('invalid' in checked) return sendInvalidField(request, reply, checked.invalid);
    const query = checked.fields;
    if (!isPasswordRight(query, simulation.profile.passkey)) {
      return sendError(request, reply, 500, '500.001.1001', 'Wrong credentials');
    }
    const prompt = simulation.prompts.find(query.checkoutRequestId);
    if (prompt === undefined || prompt.push.businessShortCode !== query.businessShortCode) {
      return sendError(request, reply, 500, '500.001.1001', 'The transaction does not Exist');
    }
    noteEntry(request, { checkoutRequestId: prompt.checkoutRequestId });
    return sendStatus(simulation, request, reply, prompt);
  });
};
