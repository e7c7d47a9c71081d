import { keepFor } from '@tillgate/domain';
import { createLocalLimiter } from '@tillgate/domain/rate-limits';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { refuseBeyond } from '../plugins/refuse-beyond.ts';
import type { Routes } from '../routes-type.ts';
import { statusPage } from '../status/status-page.ts';
import { readStatus, type StatusReport, statusReportSchema } from '../status/status-report.ts';
import { languageOf } from '../status/status-words.ts';

/** All readers of this process within this time share one report. */
const keptSeconds = 10;
/** Of both addresses together. People who reload need few. */
const limit = { count: 60, seconds: 60 };
const addressesMax = 10_000;
/** The page has a style of its own and loads nothing. */
const pagePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * `/status` for people and `/status.json` for programs: whether the provider and this installation work. Both need no key,
 * and tell nothing of any tenant. 503 while the database does not answer.
 */
export function serviceStatusRoutes(app: Routes, { context }: Pick<Deps, 'context'>): void {
  const report = keepFor(keptSeconds * 1_000, context.clock, () => readStatus(context));
  const limiter = createLocalLimiter(context.clock, limit, addressesMax);
  const count = async ({ remoteIp }: FastifyRequest, reply: FastifyReply) =>
    refuseBeyond(reply, 'status', limiter.consume(remoteIp), `From your address you may make ${limit.count} requests`);
  const codeOf = ({ provider }: StatusReport) => (provider ? 200 : 503);

  app.get('/status', { schema: { hide: true }, onRequest: count }, async (request, reply) => {
    const { lang } = request.query as { lang?: unknown };
    const language = languageOf(lang, request.headers['accept-language']);
    const now = await report();
    return reply
      .code(codeOf(now))
      .header('vary', 'accept-language')
      .header('content-security-policy', pagePolicy)
      .header('content-language', language)
      .type('text/html; charset=utf-8')
      .send(statusPage(now, language));
  });
  const response = { 200: statusReportSchema, 503: statusReportSchema };
  app.get('/status.json', { schema: { hide: true, response }, onRequest: count }, async (_request, reply) => {
    const now = await report();
    return reply.code(codeOf(now)).send(now);
  });
}
