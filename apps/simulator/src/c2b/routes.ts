import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { newRequestId } from '../ids.ts';
import { openRequest, sendInvalidField, sendJson, sendRefusal, type TokenError } from '../provider-answers.ts';
import { noProduct } from '../refusals.ts';
import { noteEntry } from '../request-entries.ts';
import type { Simulation } from '../simulation.ts';
import { cutConnection, hang } from '../transport.ts';
import { type C2bVersion, checkRegistration, checkSimulate, type Registration } from './fields.ts';
import { alreadyRegistered, findC2bScenario, findRegistrationScenario } from './magic.ts';
import type { OfflinePayment } from './offline-payments.ts';
import { concludeOfflinePayment, openOfflinePayment } from './pay.ts';

const c2bVersions: readonly C2bVersion[] = ['v1', 'v2'];
const c2bTokenError: TokenError = { status: 400, errorCode: '400.003.01' };
const invalidFieldCode = '400.003.02';

const registerPath = (version: C2bVersion): string => `/mpesa/c2b/${version}/registerurl`;
const simulatePath = (version: C2bVersion): string => `/mpesa/c2b/${version}/simulate`;

export const c2bPaths: readonly string[] = [...c2bVersions.map(registerPath), ...c2bVersions.map(simulatePath)];

// The provider misspells OriginatorCoversationID on this product.
const sendAccepted = (reply: FastifyReply, description: string): FastifyReply =>
  sendJson(reply, 200, {
    OriginatorCoversationID: newRequestId(),
    ResponseCode: '0',
    ResponseDescription: description,
  });

const sendOldForm = (reply: FastifyReply, description: string): FastifyReply =>
  sendJson(reply, 200, { ConversationID: '', OriginatorCoversationID: '', ResponseDescription: description });

const register = (
  simulation: Simulation,
  request: FastifyRequest,
  reply: FastifyReply,
  registration: Registration,
): FastifyReply => {
  const { registrations, settings } = simulation;
  const scenario = findRegistrationScenario(registration.shortcode);
  const kind = scenario?.answer.kind;
  if (scenario?.answer.kind === 'refuse') return sendRefusal(request, reply, scenario.answer.refusal);
  if (kind === 'hang') return hang(simulation, request, reply);
  if (kind === 'v1_only' && registration.version === 'v2') return sendRefusal(request, reply, noProduct);
  const isKnown = registrations.find(registration.shortcode) !== undefined;
  if (isKnown && kind === 'old_repeat') {
    return sendOldForm(reply, 'Validation and Confirmation URLs are already registered');
  }
  if (isKnown && (kind === 'once' || settings.registerOnce)) return sendRefusal(request, reply, alreadyRegistered);
  registrations.set(registration);
  return kind === 'old_form' ? sendOldForm(reply, 'success') : sendAccepted(reply, 'Success');
};

const sendSimulated = (reply: FastifyReply): FastifyReply =>
  sendAccepted(reply, 'Accept the service request successfully.');

const simulate = async (
  simulation: Simulation,
  request: FastifyRequest,
  reply: FastifyReply,
  payment: OfflinePayment,
): Promise<FastifyReply> => {
  const { kind } = payment.scenario.request;
  if (kind === 'ack_after_confirmation') {
    await concludeOfflinePayment(simulation, payment);
    await simulation.timers.wait(simulation.profile.ackAfterCallbackMs);
    return sendSimulated(reply);
  }
  reply.raw.once('close', () => void concludeOfflinePayment(simulation, payment));
  return kind === 'cut' ? cutConnection(request, reply) : sendSimulated(reply);
};

const addSimulateRoute = (app: FastifyInstance, simulation: Simulation, version: C2bVersion): void => {
  app.post(simulatePath(version), async (request, reply) => {
    const body = openRequest(simulation, request, reply, c2bTokenError);
    if (body === undefined) return reply;
    const checked = checkSimulate(body);
    if ('invalid' in checked) return sendInvalidField(request, reply, checked.invalid, invalidFieldCode);
    const { phone, amount, reference } = checked.fields;
    noteEntry(request, { phone, amount, accountReference: reference });
    const behaviour = findC2bScenario(phone, amount).request;
    if (behaviour.kind === 'hang') return hang(simulation, request, reply);
    if (behaviour.kind === 'refuse') return sendRefusal(request, reply, behaviour.refusal);
    return simulate(simulation, request, reply, openOfflinePayment(simulation, checked.fields));
  });
};

const addRegisterRoute = (app: FastifyInstance, simulation: Simulation, version: C2bVersion): void => {
  app.post(registerPath(version), async (request, reply) => {
    const body = openRequest(simulation, request, reply, c2bTokenError);
    if (body === undefined) return reply;
    const checked = checkRegistration(body, version);
    if ('invalid' in checked) return sendInvalidField(request, reply, checked.invalid, invalidFieldCode);
    return register(simulation, request, reply, checked.fields);
  });
};

/** Adds `registerurl` and the sandbox's `simulate`, both in version 1 and 2. */
export const addC2bRoutes = (app: FastifyInstance, simulation: Simulation): void => {
  for (const version of c2bVersions) {
    addRegisterRoute(app, simulation, version);
    addSimulateRoute(app, simulation, version);
  }
};
