import { createHash } from 'node:crypto';
import {
  beginAttempt,
  newVisit,
  type PublicLink,
  pageStateOf,
  readPublicAttempt,
  readPublicLink,
  type TypedForm,
} from '@tillgate/domain/links';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { attemptPage, tellAttempt } from '../pages/attempt-page.ts';
import { type FormView, formPage, linkStage, spentPage } from '../pages/form-page.ts';
import { keepLanguage } from '../pages/layout.ts';
import { closedPage, faultPage } from '../pages/notice.ts';
import { sendPage, sendUnknown } from '../plugins/answer-faults.ts';
import { limitVisitors } from '../plugins/limit-visitors.ts';
import { sceneOf } from '../scene.ts';
import { languageOf } from '../texts/language.ts';
import { isFromOurPage } from './own-page.ts';
import { receiptPath } from './receipts.ts';

type Params = { token: string; attempt: string };
type Asked = FastifyRequest<{ Params: Params }>;

/** What somebody typed as a form that is shown for the first time has it. */
const blank: Pick<FormView, 'typed' | 'problems' | 'notice'> = { typed: {}, problems: [], notice: undefined };
const closedStatus = { spent: 200, paid: 200, ended: 410, expired: 410, unavailable: 503 } as const;
const noticeStatus = { late: 422, busy: 429 } as const;

/** The pages of links and of attempts to pay on them. */
export function pageRoutes(app: FastifyInstance, deps: Deps): void {
  const { context } = deps;
  const { reading, paying } = limitVisitors(deps);

  app.get('/p/:token', { onRequest: reading }, async (request: Asked, reply) => {
    const link = await readPublicLink(context, request.params.token);
    if (!link) return sendUnknown(deps, request, reply);
    const state = pageStateOf(link);
    if (state !== 'open') return sendClosed(deps, request, reply, { link, state });
    return sendForm(deps, request, reply, { link, ...blank });
  });

  // Whoever opens the address that the form was sent to.
  app.get('/p/:token/pay', { onRequest: reading }, (request: Asked, reply) =>
    reply.redirect(`${pathOf(request)}${keepLanguage(sceneOf(deps, request).reader)}`, 303),
  );

  app.get('/p/:token/state', { onRequest: reading }, async (request: Asked, reply) => {
    const link = await readPublicLink(context, request.params.token);
    if (!link) return sendUnknown(deps, request, reply);
    return sendState(request, reply, { stage: linkStage(link) });
  });

  app.post('/p/:token/pay', { onRequest: paying }, async (request: Asked, reply) => {
    const scene = sceneOf(deps, request);
    if (!isFromOurPage(request.headers, deps.baseUrl)) {
      deps.meter?.forms({ outcome: 'foreign' });
      return sendPage(reply, 403, faultPage(scene, '', 'foreign'));
    }
    const { token: linkToken } = request.params;
    const typed = (request.body ?? {}) as TypedForm;
    const begun = await beginAttempt(context, { linkToken, typed, language: (link) => languageOf(scene.reader, link) });
    deps.meter?.forms({ outcome: begun.kind });
    switch (begun.kind) {
      case 'unknown':
        return sendUnknown(deps, request, reply);
      case 'closed':
        return sendClosed(deps, request, reply, begun);
      case 'late':
        return sendForm(deps, request, reply, { link: begun.link, typed, problems: [], notice: { kind: 'late' } });
      case 'wrong':
        return sendForm(deps, request, reply, { link: begun.link, typed, problems: begun.problems, notice: undefined });
      case 'busy': {
        const { link, seconds } = begun;
        void reply.header('retry-after', seconds);
        return sendForm(deps, request, reply, { link, typed, problems: [], notice: { kind: 'busy', seconds } });
      }
      case 'begun':
        return reply.redirect(`${pathOf(request)}/a/${begun.attemptToken}${keepLanguage(scene.reader)}`, 303);
    }
  });

  app.get('/p/:token/a/:attempt', { onRequest: reading }, async (request: Asked, reply) => {
    const view = await attemptView(deps, request);
    return view ? sendPage(reply, 200, attemptPage(sceneOf(deps, request), view)) : sendUnknown(deps, request, reply);
  });

  app.get('/p/:token/a/:attempt/state', { onRequest: reading }, async (request: Asked, reply) => {
    const view = await attemptView(deps, request);
    if (!view) return sendUnknown(deps, request, reply);
    const { html, refreshSeconds: _, tone = '', ...told } = tellAttempt(sceneOf(deps, request), view);
    return sendState(request, reply, { ...told, tone, html: html.markup });
  });
}

async function attemptView({ context }: Deps, request: Asked) {
  const link = await readPublicLink(context, request.params.token);
  const attempt = link && (await readPublicAttempt(context, link, request.params.attempt));
  if (!attempt) return undefined;
  const linkPath = pathOf(request);
  const path = `${linkPath}/a/${encodeURIComponent(request.params.attempt)}`;
  return { link, attempt, linkPath, path, receiptPath: receiptPath(request.params.attempt), now: context.clock.now() };
}

/** The address of the link's page. */
function pathOf({ params }: Asked): string {
  return `/p/${encodeURIComponent(params.token)}`;
}

type Shown = Pick<FormView, 'link' | 'typed' | 'problems' | 'notice'>;

/** The form, for a visit that begins now. What was typed stays. */
function sendForm(deps: Deps, request: Asked, reply: FastifyReply, shown: Shown): FastifyReply {
  const visit = newVisit(request.params.token, deps.context.clock.now());
  const { again } = request.query as { again?: unknown };
  const asksRepeat = again === '1' || shown.typed.again === '1';
  const page = formPage(sceneOf(deps, request), { ...shown, path: pathOf(request), visit, asksRepeat });
  const status = shown.notice ? noticeStatus[shown.notice.kind] : shown.problems.length > 0 ? 422 : 200;
  return sendPage(reply, status, page);
}

type Closed = { link: PublicLink; state: keyof typeof closedStatus };

function sendClosed(deps: Deps, request: Asked, reply: FastifyReply, { link, state }: Closed): FastifyReply {
  const path = pathOf(request);
  const scene = sceneOf(deps, request);
  const page = state === 'spent' ? spentPage(scene, { link, path }) : closedPage(scene, { link, state, path });
  return sendPage(reply, closedStatus[state], page);
}

/** What a page's script asks for, under a tag of what the page says: seconds that pass do not change it. */
function sendState(
  request: FastifyRequest,
  reply: FastifyReply,
  state: { stage: string; title?: string; [shown: string]: unknown },
): FastifyReply {
  const said = `${state.stage} ${state.title ?? ''}`;
  const etag = `"${createHash('sha256').update(said).digest('hex').slice(0, 16)}"`;
  void reply.header('etag', etag);
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  return reply.code(200).type('application/json; charset=utf-8').send(JSON.stringify(state));
}
