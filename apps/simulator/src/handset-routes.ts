import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { accept, acceptBody, pageQuery, replyPage } from './admin-input.ts';
import { airtelHandset } from './airtel/handset.ts';
import { mpesaHandset } from './handset.ts';
import { handsetAnswerNames, type RailHandset } from './handset-prompt.ts';
import type { Simulation } from './simulation.ts';

const answerBody = z.strictObject({ answer: z.enum(handsetAnswerNames) });
const handsetQuery = pageQuery.extend({
  rail: z.string().optional(),
  payee: z.string().optional(),
  state: z.enum(['waiting', 'answered']).optional(),
});

type Shown = ReturnType<RailHandset['list']>[number] & { rail: string };

const render = ({ answer, isWaiting, createdAtMs, ...prompt }: Shown) => ({
  ...prompt,
  state: isWaiting ? 'waiting' : 'answered',
  createdAt: new Date(createdAtMs).toISOString(),
});

/** `GET /handset` and `POST /handset/:id/answer`: the prompts of all rails on one handset. */
export const addHandsetRoutes = (app: FastifyInstance, simulation: Simulation): void => {
  const rails: readonly RailHandset[] = [mpesaHandset(simulation), airtelHandset(simulation)];
  const list = (): Shown[] =>
    rails.flatMap(({ rail, list: listOf }) => listOf().map((prompt) => ({ rail, ...prompt })));

  app.get('/handset', async (request, reply) => {
    const page = accept(reply, handsetQuery, request.query);
    if (page === undefined) return reply;
    const { phone, rail, payee, state } = page;
    const wanted = list()
      .filter((prompt) => phone === undefined || prompt.phone === phone)
      .filter((prompt) => rail === undefined || prompt.rail === rail)
      .filter((prompt) => payee === undefined || prompt.payee === payee)
      .filter(({ isWaiting }) => state === undefined || (state === 'waiting') === isWaiting)
      .sort((left, right) => right.createdAtMs - left.createdAtMs);
    return replyPage(reply, 'prompts', wanted, page, { idOf: ({ id }) => id, render });
  });

  app.post<{ Params: { id: string } }>('/handset/:id/answer', async (request, reply) => {
    const found = list().find(({ id }) => id === request.params.id);
    if (found === undefined) return reply.code(404).send({ error: 'No prompt with that id' });
    const body = acceptBody(request, reply, answerBody);
    if (body === undefined) return reply;
    if (!found.answer(body.answer)) return reply.code(409).send({ error: 'The prompt was already answered' });
    return render({ ...found, isWaiting: false });
  });
};
