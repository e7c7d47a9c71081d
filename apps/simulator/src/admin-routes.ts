import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { accept, acceptBody, pageQuery, replyPage } from './admin-input.ts';
import { addC2bAdminRoutes } from './c2b/admin-routes.ts';
import { c2bMarksOf, c2bScenarios, registrationScenarios } from './c2b/magic.ts';
import type { C2bScenario } from './c2b/scenario.ts';
import { answerPrompt, handsetAnswers } from './handset.ts';
import { addHoldRoutes } from './hold-routes.ts';
import { ordinaryScenario, promptScenarios } from './magic.ts';
import { type Prompt, renderPrompt } from './prompts.ts';
import { promptResults } from './results.ts';
import type { Scenario } from './scenario.ts';
import { addSecuredAdminRoutes } from './secured/admin-routes.ts';
import { marksOf, securedScenariosOf } from './secured/magic.ts';
import { securedResults } from './secured/result-codes.ts';
import type { Operation, SecuredScenario } from './secured/scenario.ts';
import { settingsChange } from './settings.ts';
import type { Simulation } from './simulation.ts';

type AnswerName = keyof typeof handsetAnswers;
type PromptParams = { Params: { checkoutRequestId: string } };

const answerNames = Object.keys(handsetAnswers) as [AnswerName, ...AnswerName[]];
const answerBody = z.strictObject({ answer: z.enum(answerNames) });
const promptsQuery = pageQuery.extend({
  shortcode: z.string().optional(),
  state: z.enum(['waiting', 'answered']).optional(),
});
const nothing = z.strictObject({});
const renderScenario = (scenario: Scenario) => ({
  ...scenario,
  resultCode: scenario.result === null ? null : promptResults[scenario.result].code,
});

/** The result code of a row. Null when the request is never executed; 0 when the row names no result. */
const resultCodeOf = ({ request, executed, result }: SecuredScenario): number | string | null => {
  const isRefused = request.kind === 'refuse' || request.kind === 'hang' || request.kind === 'token_refused';
  return isRefused || executed !== 'yes' ? null : securedResults[result ?? 'done'].code;
};

/** Payouts choose a row by phone or amount, reversals and status inquiries by receipt, all of them by remark. */
const renderSecured = (operation: Operation) => (scenario: SecuredScenario) => {
  const { number, operations, result, ...rest } = scenario;
  const { phone, amount, transactionId, remark } = marksOf(scenario);
  const hasReceipt = operation === 'reversal' || operation === 'status';
  const marks = operation === 'payout' ? { phone, amount } : hasReceipt ? { transactionId } : {};
  return { ...rest, ...marks, remark, result, resultCode: resultCodeOf(scenario) };
};

const renderSecuredTable = (operation: Operation) => securedScenariosOf(operation).map(renderSecured(operation));

const renderC2b = (scenario: C2bScenario) => {
  const { number, phone: phoneForm, amount: amountForm, ...rest } = scenario;
  return { ...rest, phoneForm, amountForm, ...c2bMarksOf(scenario) };
};

const addPromptRoutes = (app: FastifyInstance, simulation: Simulation): void => {
  const noPrompt = (reply: FastifyReply) => reply.code(404).send({ error: 'No prompt with that CheckoutRequestID' });

  app.get('/admin/prompts', async (request, reply) => {
    const page = accept(reply, promptsQuery, request.query);
    if (page === undefined) return reply;
    const { phone, shortcode, state } = page;
    const wanted = simulation.prompts
      .list()
      .filter(
        ({ push, outcome }) =>
          (phone === undefined || push.phone === phone) &&
          (shortcode === undefined || push.businessShortCode === shortcode) &&
          (state === undefined || (state === 'waiting') === (outcome === null)),
      );
    const idOf = ({ checkoutRequestId }: Prompt) => checkoutRequestId;
    return replyPage(reply, 'prompts', wanted, page, { idOf, render: renderPrompt });
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
    const callbacksSent = answerPrompt(simulation, prompt, handsetAnswers[body.answer], 'admin');
    if (callbacksSent === undefined) return reply.code(409).send({ error: 'The prompt was already answered' });
    return renderPrompt(prompt);
  });
};

/** The admin API: the handset and the controls of the simulator. The provider has nothing like it. */
export const addAdminRoutes = (app: FastifyInstance, simulation: Simulation): void => {
  addPromptRoutes(app, simulation);
  addHoldRoutes(app, simulation);
  addSecuredAdminRoutes(app, simulation);
  addC2bAdminRoutes(app, simulation);

  app.get('/admin/settings', async () => simulation.settings);

  app.put('/admin/settings', async (request, reply) => {
    const change = acceptBody(request, reply, settingsChange);
    if (change === undefined) return reply;
    Object.assign(simulation.settings, change);
    return simulation.settings;
  });

  app.get('/admin/magic', async () => ({
    ordinary: renderScenario(ordinaryScenario),
    scenarios: promptScenarios.map(renderScenario),
    results: promptResults,
    answers: handsetAnswers,
    payoutScenarios: renderSecuredTable('payout'),
    reversalScenarios: renderSecuredTable('reversal'),
    statusScenarios: renderSecuredTable('status'),
    balanceScenarios: renderSecuredTable('balance'),
    b2bScenarios: renderSecuredTable('b2b'),
    c2bScenarios: c2bScenarios.map(renderC2b),
    registrationScenarios,
    securedResults,
  }));

  app.get('/admin/requests', async () => simulation.requests.read());

  app.post('/admin/tokens/expire', async (request, reply) => {
    if (acceptBody(request, reply, nothing) === undefined) return reply;
    return { expired: simulation.tokens.expireAll() + simulation.airtel.tokens.expireAll() };
  });

  app.post('/admin/reset', async (request, reply) => {
    if (acceptBody(request, reply, nothing) === undefined) return reply;
    simulation.timers.clear();
    simulation.prompts.clear();
    simulation.holds.clear();
    simulation.requests.clear();
    simulation.tokenRefusals.clear();
    simulation.conversations.clear();
    simulation.ledger.clear();
    simulation.registrations.clear();
    simulation.pullShortcodes.clear();
    simulation.offlinePayments.clear();
    simulation.airtel.reset();
    simulation.qrCodes = 0;
    simulation.settings = { ...simulation.initialSettings };
    return { ok: true };
  });
};
