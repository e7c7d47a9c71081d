import type { FastifyInstance } from 'fastify';
import { accept, pageQuery, replyPage } from '../admin-input.ts';
import type { Simulation } from '../simulation.ts';
import { type Conversation, renderConversation } from './conversations.ts';
import type { Operation } from './scenario.ts';

type Id = { Params: { id: string } };

const adminLists: readonly (readonly [path: string, key: string, operations: readonly Operation[]])[] = [
  ['/admin/payouts', 'payouts', ['payout']],
  ['/admin/b2b-payments', 'b2bPayments', ['b2b']],
  ['/admin/reversals', 'reversals', ['reversal']],
  ['/admin/inquiries', 'inquiries', ['status', 'balance']],
];

const idOf = ({ originatorConversationId }: Conversation) => originatorConversationId;

/** Admin routes of payouts, B2B payments, reversals and inquiries, and the public key for credentials. */
export const addSecuredAdminRoutes = (app: FastifyInstance, simulation: Simulation): void => {
  const { conversations } = simulation;
  for (const [path, key, operations] of adminLists) {
    app.get(path, async (request, reply) => {
      const page = accept(reply, pageQuery, request.query);
      if (page === undefined) return reply;
      const all = operations.flatMap((operation) => conversations.list(operation));
      if (operations.length > 1) all.sort((left, right) => right.createdAtMs - left.createdAtMs);
      const wanted = page.phone === undefined ? all : all.filter(({ request }) => request.phone === page.phone);
      return replyPage(reply, key, wanted, page, { idOf, render: renderConversation });
    });

    app.get<Id>(`${path}/:id`, async (request, reply) => {
      const [found] = operations.flatMap((operation) => conversations.find(operation, request.params.id) ?? []);
      if (found === undefined) return reply.code(404).send({ error: 'No request with that id' });
      return renderConversation(found);
    });
  }

  app.get('/admin/certificate', async (_request, reply) =>
    reply.header('content-type', 'application/x-pem-file').send(await simulation.credentialKey.publicPem()),
  );
};
