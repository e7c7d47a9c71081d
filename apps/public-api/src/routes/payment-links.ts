import {
  changeLink,
  changeLinkSchema,
  createLink,
  createLinkSchema,
  endLink,
  reopenLink,
  type WithPayPages,
} from '@tillgate/domain/links';
import {
  getLink,
  listLinkPayments,
  listLinkPaymentsSchema,
  listLinks,
  listLinksSchema,
} from '@tillgate/domain/reading/links';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Deps } from '../deps.ts';
import { tenantContext } from '../plugins/authenticate.ts';
import { refuseBeyond } from '../plugins/refuse-beyond.ts';
import type { Routes } from '../routes-type.ts';
import { idempotencyOf, idempotentHeaders } from './idempotency.ts';
import { linkPageSchema, linkPaymentPageSchema, linkSchema } from './link-views.ts';
import { createdLink } from './links.ts';
import { metadataInDocument } from './metadata.ts';
import { problemResponses } from './problem-responses.ts';

const metadata = createLinkSchema.shape.metadata.meta(metadataInDocument);
const createBody = createLinkSchema.extend({ metadata });
const changeBody = changeLinkSchema.extend({ metadata });

const linkParams = z.object({
  id: z.string().meta({ description: 'The `linkId` that POST /payment-links returned.' }),
});

const tags = ['Payment links'];

/** The calls about payment links. */
export function paymentLinksRoutes(app: Routes, deps: Deps): void {
  createRoute(app, deps);
  readRoutes(app, deps);
  changeRoutes(app, deps);
}

/** POST /payment-links. */
function createRoute(app: Routes, deps: Deps): void {
  app.post(
    '/payment-links',
    {
      onRequest: (request, reply) => limitKey(deps, request, reply),
      links: createdLink,
      config: { scope: 'collect', hasOwnLimit: true },
      schema: {
        operationId: 'createLink',
        summary: 'Create a payment link',
        description:
          'Makes a page on which anybody can pay. Send its `url` to your customer. Payments on it are ordinary payments with the usual webhooks, and `link.paid` names the link.',
        tags,
        headers: idempotentHeaders,
        body: createBody,
        response: {
          201: linkSchema.describe('The link.'),
          ...problemResponses(400, 401, 403, 409, 413, 422, 429, 500, 503),
        },
      },
    },
    async (request, reply) => {
      const { idempotencyKey, ...input } = request.body;
      const idempotency = idempotencyOf(
        request,
        idempotencyKey,
        input.phone === undefined ? {} : { phone: input.phone },
      );
      const { link, replayed } = await createLink(tenantContext(deps.context, request), input, idempotency);
      if (replayed) void reply.header('idempotent-replayed', 'true');
      return reply.code(201).send(link);
    },
  );
}

/** GET /payment-links, /payment-links/:id and /payment-links/:id/payments. */
function readRoutes(app: Routes, deps: Deps): void {
  app.get(
    '/payment-links',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'listLinks',
        summary: 'List payment links',
        description: 'Returns a page of your links, newest first. New links do not shift the following pages.',
        tags,
        querystring: listLinksSchema,
        response: {
          200: linkPageSchema.describe('A page of links.'),
          ...problemResponses(401, 403, 422, 429, 500, 503),
        },
      },
    },
    async (request) => listLinks(tenantContext(deps.context, request), request.query),
  );
  app.get(
    '/payment-links/:id',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'getLink',
        summary: 'Read a payment link',
        description: 'Returns a link with what was paid on it.',
        tags,
        params: linkParams,
        response: {
          200: linkSchema.describe('The link.'),
          ...problemResponses(401, 403, 404, 422, 429, 500, 503),
        },
      },
    },
    async (request) => getLink(tenantContext(deps.context, request), request.params.id),
  );
  app.get(
    '/payment-links/:id/payments',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'listLinkPayments',
        summary: 'List the payments of a link',
        description:
          'Returns a page of what was tried and paid on a link, newest first, with the answers of the payers. Payments from the M-PESA menu with its reference are among them once they count towards it.',
        tags,
        params: linkParams,
        querystring: listLinkPaymentsSchema,
        response: {
          200: linkPaymentPageSchema.describe('A page of payments.'),
          ...problemResponses(401, 403, 404, 422, 429, 500, 503),
        },
      },
    },
    async (request) =>
      listLinkPayments(tenantContext(deps.context, request), { linkId: request.params.id, ...request.query }),
  );
}

/** PATCH /payment-links/:id, POST /payment-links/:id/end and /reopen. */
function changeRoutes(app: Routes, deps: Deps): void {
  app.patch(
    '/payment-links/:id',
    {
      config: { scope: 'collect' },
      schema: {
        operationId: 'changeLink',
        summary: 'Change a payment link',
        description:
          'Changes `title`, `description`, `expiresAt`, `paymentsMax`, `returnUrl` and `metadata`. A member that is null removes what is stored, but a link keeps its title. The amount, the reference and the fields of a link never change: end it and make another.',
        tags,
        params: linkParams,
        body: changeBody,
        response: {
          200: linkSchema.describe('The link.'),
          ...problemResponses(400, 401, 403, 404, 413, 422, 429, 500, 503),
        },
      },
    },
    async (request) => {
      const ctx = tenantContext(deps.context, request);
      await changeLink(ctx, {
        linkId: request.params.id,
        values: request.body,
        removed: request.nullMembers,
        sent: Object.keys(request.sentBody as object),
      });
      return ownLink(ctx, request.params.id);
    },
  );
  const verbs = [
    {
      path: '/payment-links/:id/end',
      verb: endLink,
      operationId: 'endLink',
      summary: 'End a payment link',
      description:
        'Nobody can begin to pay on the link any more. A prompt that was sent still counts when it is paid. Repeating the call changes nothing.',
    },
    {
      path: '/payment-links/:id/reopen',
      verb: reopenLink,
      operationId: 'reopenLink',
      summary: 'Open a payment link again',
      description:
        'Opens a link that ended, unless it expired more than 30 days ago. A link whose time was over gets a new time. Repeating the call changes nothing.',
    },
  ] as const;
  for (const { path, verb, ...words } of verbs) {
    app.post(
      path,
      {
        config: { scope: 'collect' },
        schema: {
          ...words,
          tags,
          params: linkParams,
          'x-optional-body': true,
          body: z.object({}),
          response: {
            200: linkSchema.describe('The link.'),
            ...problemResponses(400, 401, 403, 404, 413, 422, 429, 500, 503),
          },
        },
      },
      async (request) => {
        const ctx = tenantContext(deps.context, request);
        await verb(ctx, { linkId: request.params.id });
        return ownLink(ctx, request.params.id);
      },
    );
  }
}

/** The link after a change, also for a key that may not read. */
function ownLink(ctx: ReturnType<typeof tenantContext> & WithPayPages, linkId: string) {
  return getLink({ ...ctx, authority: { of: 'operator' } }, linkId);
}

/** Counts the request against the limit of its API key, before its body is read. */
async function limitKey(deps: Deps, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const verdict = await deps.linkLimit.consume(request.caller?.keyId ?? '');
  refuseBeyond(reply, 'per-key', verdict, `This API key may make ${verdict.limit} links`);
}
