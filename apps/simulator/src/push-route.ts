import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { answerPrompt, hasOpenPrompt, openPrompt, scheduleAnswer } from './handset.ts';
import { findScenario, subscriberLock } from './magic.ts';
import type { Prompt } from './prompts.ts';
import { openRequest, sendError, sendInvalidField, sendJson, sendRefusal } from './provider-answers.ts';
import { checkPush, isPasswordRight, type Push } from './push-fields.ts';
import { noteEntry } from './request-entries.ts';
import type { Scenario } from './scenario.ts';
import type { Simulation } from './simulation.ts';
import { acceptAs, refuseAs } from './transport.ts';

export const pushPath = '/mpesa/stkpush/v1/processrequest';

const sendAck = (reply: FastifyReply, prompt: Prompt): FastifyReply =>
  sendJson(reply, 200, {
    MerchantRequestID: prompt.merchantRequestId,
    CheckoutRequestID: prompt.checkoutRequestId,
    ResponseCode: '0',
    ResponseDescription: 'Success. Request accepted for processing',
    CustomerMessage: 'Success. Request accepted for processing',
  });

/** Creates the prompt and replies to the push as its scenario says. */
const createPrompt = async (
  simulation: Simulation,
  request: FastifyRequest,
  reply: FastifyReply,
  push: Push,
  scenario: Scenario,
): Promise<FastifyReply> => {
  const prompt = openPrompt(simulation, push, scenario);
  noteEntry(request, { checkoutRequestId: prompt.checkoutRequestId });
  if (scenario.push.kind === 'ack_after_callback') {
    await answerPrompt(simulation, prompt, scenario.result ?? 'paid', 'auto');
    await simulation.timers.wait(simulation.profile.ackAfterCallbackMs);
    return sendAck(reply, prompt);
  }
  // The handset answers only after the reply was sent or the connection closed, so the order on the wire is fixed.
  reply.raw.once('close', () => scheduleAnswer(simulation, prompt));
  return acceptAs(simulation, request, reply, scenario.push.kind, {
    send: () => sendAck(reply, prompt),
    half: '{"MerchantRequestID":"',
  });
};

/** `POST /mpesa/stkpush/v1/processrequest`: checks the request in the provider's order, then plays the scenario. */
export const addPushRoute = (app: FastifyInstance, simulation: Simulation): void => {
  app.post(pushPath, async (request, reply) => {
    const body = openRequest(simulation, request, reply);
    if (body === undefined) return reply;
    const checked = checkPush(body);
    if ('invalid' in checked) return sendInvalidField(request, reply, checked.invalid);
    const push = checked.fields;
    const { phone, amount, accountReference } = push;
    noteEntry(request, { phone, amount, accountReference });
    if (!isPasswordRight(push, simulation.profile.passkey)) {
      return sendError(request, reply, 500, '500.001.1001', 'Wrong credentials');
    }
    const scenario = findScenario(phone, amount);
    const refused = refuseAs(simulation, request, reply, scenario.push, { key: phone });
    if (refused !== undefined) return refused;
    if (simulation.settings.subscriberLock && hasOpenPrompt(simulation, phone)) {
      return sendRefusal(request, reply, subscriberLock);
    }
    return createPrompt(simulation, request, reply, push, scenario);
  });
};
