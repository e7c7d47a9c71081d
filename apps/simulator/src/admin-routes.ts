import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { answerPrompt, HANDSET_ANSWERS } from './handset.ts';
import { PROMPT_PAGE_DEFAULT, PROMPT_PAGE_MAX } from './limits.ts';
import { MAGIC, ORDINARY } from './magic.ts';
import { renderPrompt } from './prompts.ts';
import { RESULTS } from './results.ts';
import type { Scenario } from './scenario.ts';
import { settingsChange } from './settings.ts';
import type { Simulation } from './simulation.ts';

type AnswerName = keyof typeof HANDSET_ANSWERS;
type PromptParams = { Params: { checkoutRequestId: string } };

const answerNames = Object.keys(HANDSET_ANSWERS) as [AnswerName, ...AnswerName[]];
const answerBody = z.strictObject({ answer: z.enum(answerNames) });
const nothing = z.strictObject({});
const promptPage = z.strictObject({
  phone: z.string().optional(),
  limit: z.coerce.number().int().min(1).max(PROMPT_PAGE_MAX).default(PROMPT_PAGE_DEFAULT),
});

/** The value that a schema accepts; otherwise the request is answered with 422 and undefined is returned. */
const accept = <T>(reply: FastifyReply, schema: z.ZodType<T>, value: unknown): T | undefined => {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
  const texts = issues.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`));
  reply.code(422).send({ error: texts.join('; '), issues });
  return undefined;
};

/** The JSON body that a schema accepts; otherwise 400 or 422 is answered and undefined is returned. */
const acceptBody = <T>(request: FastifyRequest, reply: FastifyReply, schema: z.ZodType<T>): T | undefined => {
  const text = typeof request.body === 'string' && request.body.trim() !== '' ? request.body : '{}';
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    reply.code(400).send({ error: 'The body is not JSON' });
    return undefined;
  }
  return accept(reply, schema, body);
};

const renderScenario = (scenario: Scenario) => ({
  ...scenario,
  resultCode: scenario.result === null ? null : RESULTS[scenario.result].code,
});

const addPromptRoutes = (app: FastifyInstance, simulation: Simulation): void => {
  const noPrompt = (reply: FastifyReply) => reply.code(404).send({ error: 'No prompt with that CheckoutRequestID' });

  app.get('/admin/prompts', async (request, reply) => {
    const page = accept(reply, promptPage, request.query);
    if (page === undefined) return reply;
    const prompts = simulation.prompts.list();
    const wanted = page.phone === undefined ? prompts : prompts.filter(({ push }) => push.phone === page.phone);
    return { prompts: wanted.slice(0, page.limit).map(renderPrompt) };
  });

  app.get<PromptParams>('/admin/prompts/:checkoutRequestId', async (request, reply) => {
    const prompt = simulation.prompts.find(request.params.checkoutRequestId);
    return prompt === undefined ? noPrompt(reply) : renderPrompt(prompt);
  });

  app.post<PromptParams>('/admin/prompts/:checkoutRequestId/answer', async (request, reply) => {
    const prompt = simulation.prompts.find(request.params.checkoutRequestId);
    if (prompt === undefined) return noPrompt(reply);
    const body = acceptBody(request, reply, answerBody);
    if (body === undefined) return reply;
    const callbacksSent = answerPrompt(simulation, prompt, HANDSET_ANSWERS[body.answer], 'admin');
    if (callbacksSent === undefined) return reply.code(409).send({ error: 'The prompt was already answered' });
    return renderPrompt(prompt);
  });
};

/** The handset and the control panel of the simulator; nothing of it exists upstream. */
export const addAdminRoutes = (app: FastifyInstance, simulation: Simulation): void => {
  addPromptRoutes(app, simulation);

  app.get('/admin/settings', async () => simulation.settings);

  app.put('/admin/settings', async (request, reply) => {
    const change = acceptBody(request, reply, settingsChange);
    if (change === undefined) return reply;
    Object.assign(simulation.settings, change);
    return simulation.settings;
  });

  app.get('/admin/magic', async () => ({
    ordinary: renderScenario(ORDINARY),
    scenarios: MAGIC.map(renderScenario),
    results: RESULTS,
    answers: HANDSET_ANSWERS,
  }));

  app.get('/admin/requests', async () => simulation.requests.read());

  app.post('/admin/tokens/expire', async (request, reply) => {
    if (acceptBody(request, reply, nothing) === undefined) return reply;
    return { expired: simulation.tokens.expireAll() };
  });

  app.post('/admin/reset', async (request, reply) => {
    if (acceptBody(request, reply, nothing) === undefined) return reply;
    simulation.timers.clear();
    simulation.prompts.clear();
    simulation.requests.clear();
    simulation.tokenRefusedPhones.clear();
    simulation.settings = { ...simulation.initialSettings };
    return { ok: true };
  });
};
