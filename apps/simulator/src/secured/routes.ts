import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { newConversationId, newRequestId } from '../ids.ts';
import {
  defaultTokenError,
  openRequest,
  sendInvalidField,
  sendJson,
  sendRefusal,
  type TokenError,
} from '../provider-answers.ts';
import { noteEntry } from '../request-entries.ts';
import type { Simulation } from '../simulation.ts';
import { acceptAs, refuseAs } from '../transport.ts';
import type { Conversation } from './conversations.ts';
import { concludeConversation } from './deliver.ts';
import { findSecuredScenario } from './magic.ts';
import {
  type CheckSecured,
  checkB2b,
  checkBalance,
  checkOldPayout,
  checkPayout,
  checkReversal,
  checkStatus,
  type SecuredRequest,
} from './request-fields.ts';
import type { SecuredScenario } from './scenario.ts';
import { duplicateOriginatorId } from './transport-rows.ts';

type Endpoint = { path: string; tokenError: TokenError; check: CheckSecured };

/** Each product has its own token error, like the provider's. */
const endpoints: readonly Endpoint[] = [
  {
    path: '/mpesa/b2c/v3/paymentrequest',
    tokenError: { status: 401, errorCode: '401.002.01' },
    check: checkPayout,
  },
  {
    path: '/mpesa/b2c/v1/paymentrequest',
    tokenError: { status: 401, errorCode: '401.002.01' },
    check: checkOldPayout,
  },
  {
    path: '/mpesa/b2b/v1/paymentrequest',
    tokenError: { status: 401, errorCode: '401.002.01' },
    check: checkB2b,
  },
  { path: '/mpesa/reversal/v1/request', tokenError: defaultTokenError, check: checkReversal },
  {
    path: '/mpesa/transactionstatus/v1/query',
    tokenError: { status: 400, errorCode: '400.003.01' },
    check: checkStatus,
  },
  {
    path: '/mpesa/accountbalance/v1/query',
    tokenError: { status: 401, errorCode: '401.002.01' },
    check: checkBalance,
  },
];

export const securedPaths: readonly string[] = endpoints.map(({ path }) => path);

const sendAck = (reply: FastifyReply, conversation: Conversation): FastifyReply =>
  sendJson(reply, 200, {
    ConversationID: conversation.conversationId,
    OriginatorConversationID: conversation.originatorConversationId,
    ResponseCode: '0',
    ResponseDescription: 'Accept the service request successfully.',
  });

/** True when `checkCredential` is on and the credential does not hold the initiator's password. */
const isCredentialWrong = async (simulation: Simulation, request: SecuredRequest): Promise<boolean> => {
  if (!simulation.settings.checkCredential) return false;
  const password = await simulation.credentialKey.decrypt(request.securityCredential);
  const { initiatorPassword } = simulation.profile;
  return initiatorPassword === null ? password === undefined || password === '' : password !== initiatorPassword;
};

const openConversation = (
  simulation: Simulation,
  request: SecuredRequest,
  payload: Record<string, unknown>,
  scenario: SecuredScenario,
  isWrong: boolean,
): Conversation => {
  const conversation: Conversation = {
    originatorConversationId: request.originatorConversationId ?? newRequestId(),
    conversationId: newConversationId(simulation.now()),
    request,
    payload,
    scenario,
    isCredentialWrong: isWrong,
    createdAtMs: simulation.now(),
    settledAtMs: null,
    outcome: null,
    results: [],
    timeouts: [],
  };
  simulation.conversations.add(conversation);
  return conversation;
};

/** Replies to an accepted request as its scenario says and schedules its execution. */
const acceptRequest = async (
  simulation: Simulation,
  request: FastifyRequest,
  reply: FastifyReply,
  conversation: Conversation,
): Promise<FastifyReply> => {
  const { kind } = conversation.scenario.request;
  if (kind === 'ack_after_result') {
    await concludeConversation(simulation, conversation);
    await simulation.timers.wait(simulation.profile.ackAfterCallbackMs);
    return sendAck(reply, conversation);
  }
  if (conversation.scenario.executed !== 'unknown') {
    // Execution starts only after the reply was sent or the connection closed, so the order on the wire is fixed.
    reply.raw.once('close', () => {
      simulation.timers.after(simulation.settings.delayMs, () => void concludeConversation(simulation, conversation));
    });
  }
  return acceptAs(simulation, request, reply, kind, {
    send: () => sendAck(reply, conversation),
    half: '{"ConversationID":"',
  });
};

const scenarioOf = ({ operation, phone, amount, transactionId, remarks, occasion }: SecuredRequest): SecuredScenario =>
  findSecuredScenario(operation, {
    phone: phone ?? undefined,
    amount: amount ?? undefined,
    transactionId: transactionId ?? undefined,
    remarks,
    occasion,
  });

const noteRequest = (request: FastifyRequest, { phone, amount, originatorConversationId }: SecuredRequest): void => {
  noteEntry(request, { phone, amount, originatorConversationId });
};

/** Adds the secured operations. Each request is checked in the provider's order and then plays its scenario. */
export const addSecuredRoutes = (app: FastifyInstance, simulation: Simulation): void => {
  for (const { path, tokenError, check } of endpoints) {
    app.post(path, async (request, reply) => {
      const body = openRequest(simulation, request, reply, tokenError);
      if (body === undefined) return reply;
      const checked = check(body, simulation.credentialKey.credentialBytes);
      if ('invalid' in checked) return sendInvalidField(request, reply, checked.invalid);
      const secured = checked.fields;
      noteRequest(request, secured);
      const isWrong = await isCredentialWrong(simulation, secured);
      // No await from here to `openConversation`, so that the second of two requests with one id sees the first.
      const { originatorConversationId } = secured;
      if (originatorConversationId !== null && simulation.conversations.hasSeen(originatorConversationId)) {
        return sendRefusal(request, reply, duplicateOriginatorId);
      }
      const scenario = scenarioOf(secured);
      const key = `${path} ${secured.phone ?? secured.transactionId ?? ''}`;
      const refused = refuseAs(simulation, request, reply, scenario.request, { key, error: tokenError });
      if (refused !== undefined) return refused;
      return acceptRequest(simulation, request, reply, openConversation(simulation, secured, body, scenario, isWrong));
    });
  }
};
