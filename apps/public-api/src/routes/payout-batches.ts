import { createBatch, createBatchSchema, submitBatchSchema } from '@tillgate/domain/batches';
import {
  getBatch,
  listBatches,
  listBatchesSchema,
  listBatchRows,
  listBatchRowsSchema,
} from '@tillgate/domain/reading/batches';
import { cancelBatch, pauseBatch, resumeBatch, submitBatch } from '@tillgate/domain/sending';
import { z } from 'zod';
import type { Deps } from '../deps.ts';
import { tenantContext } from '../plugins/authenticate.ts';
import type { Routes } from '../routes-type.ts';
import { batchAcceptedSchema, batchPageSchema, batchRowPageSchema, batchSchema } from './batch-views.ts';
import { idempotencyOf, idempotentHeaders } from './idempotency.ts';
import { createdBatch } from './links.ts';
import { problemResponses } from './problem-responses.ts';

/** 5,000 rows with all their texts. */
const batchBytesMax = 2_000_000;

const batchParams = z.object({
  id: z.string().meta({ description: 'The `batchId` that POST /payout-batches returned.' }),
});

const tags = ['Payout batches'];

/** The calls about batches of payouts. */
export function payoutBatchesRoutes(app: Routes, deps: Deps): void {
  createRoute(app, deps);
  readRoutes(app, deps);
  submitRoute(app, deps);
  changeRoutes(app, deps);
}

/** POST /payout-batches. */
function createRoute(app: Routes, deps: Deps): void {
  app.post(
    '/payout-batches',
    {
      bodyLimit: batchBytesMax,
      links: createdBatch,
      config: { scope: 'payout' },
      schema: {
        operationId: 'createBatch',
        summary: 'Create a payout batch',
        description:
          'Makes a batch of 1 to 5,000 payouts. Nothing is paid yet: each row is checked and compared with what you paid before. Read the batch until its status is `draft`, look at its rows, and send it off with POST /payout-batches/{id}/submit. A batch pays at most KES 100,000,000, and an application can have 20 batches that have not ended. The body can have up to 2 MB.',
        tags,
        headers: idempotentHeaders,
        body: createBatchSchema,
        response: {
          202: batchAcceptedSchema.describe('The batch. Its rows are being checked.'),
          ...problemResponses(400, 401, 403, 409, 413, 422, 429, 500, 503),
        },
      },
    },
    async (request, reply) => {
      const { idempotencyKey, ...input } = request.body;
      const idempotency = idempotencyOf(request, idempotencyKey, {});
      const { batch, replayed } = await createBatch(tenantContext(deps.context, request), input, idempotency);
      if (replayed) void reply.header('idempotent-replayed', 'true');
      return reply.code(202).send(batch);
    },
  );
}

/** GET /payout-batches, /payout-batches/:id and /payout-batches/:id/rows. */
function readRoutes(app: Routes, deps: Deps): void {
  app.get(
    '/payout-batches',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'listBatches',
        summary: 'List payout batches',
        description: 'Returns a page of your batches, newest first. New batches do not shift the following pages.',
        tags,
        querystring: listBatchesSchema,
        response: {
          200: batchPageSchema.describe('A page of batches.'),
          ...problemResponses(401, 403, 422, 429, 500, 503),
        },
      },
    },
    async (request) => listBatches(tenantContext(deps.context, request), request.query),
  );
  app.get(
    '/payout-batches/:id',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'getBatch',
        summary: 'Read a payout batch',
        description: 'Returns a batch with the number of its rows in each state.',
        tags,
        params: batchParams,
        response: {
          200: batchSchema.describe('The batch.'),
          ...problemResponses(401, 403, 404, 422, 429, 500, 503),
        },
      },
    },
    async (request) => getBatch(tenantContext(deps.context, request), request.params.id),
  );
  app.get(
    '/payout-batches/:id/rows',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'listBatchRows',
        summary: 'List the rows of a payout batch',
        description:
          'Returns a page of the rows of a batch in their order, with their problems, their warnings and what became of them.',
        tags,
        params: batchParams,
        querystring: listBatchRowsSchema,
        response: {
          200: batchRowPageSchema.describe('A page of rows.'),
          ...problemResponses(401, 403, 404, 422, 429, 500, 503),
        },
      },
    },
    async (request) =>
      listBatchRows(tenantContext(deps.context, request), { batchId: request.params.id, ...request.query }),
  );
}

/** POST /payout-batches/:id/submit. */
function submitRoute(app: Routes, deps: Deps): void {
  app.post(
    '/payout-batches/:id/submit',
    {
      config: { scope: 'payout' },
      schema: {
        operationId: 'submitBatch',
        summary: 'Send a payout batch off',
        description:
          'Approves a batch whose status is `draft`, so that its rows are paid. While rows are refused, or have warnings that you do not accept, the batch stays a draft (422). Rows whose payee or name differs need a person, and so does a sum that the policy of the application leaves to people (403): the draft stays, and a member can send it off in the dashboard.',
        tags,
        params: batchParams,
        body: submitBatchSchema,
        response: {
          200: batchSchema.describe('The batch. A worker pays its rows.'),
          ...problemResponses(400, 401, 403, 404, 413, 422, 429, 500, 503),
        },
      },
    },
    async (request) => {
      const ctx = tenantContext(deps.context, request);
      await submitBatch(ctx, { batchId: request.params.id, ...request.body });
      return ownBatch(ctx, request.params.id);
    },
  );
}

/** POST /payout-batches/:id/cancel, /pause and /resume. */
function changeRoutes(app: Routes, deps: Deps): void {
  const verbs = [
    {
      path: '/payout-batches/:id/cancel',
      verb: cancelBatch,
      operationId: 'cancelBatch',
      summary: 'Cancel a payout batch',
      description:
        'Cancels a batch that is not being paid: pause it first. Rows that nothing was sent for become `skipped`. Payouts that were handed over go on. Repeating the call changes nothing.',
    },
    {
      path: '/payout-batches/:id/pause',
      verb: pauseBatch,
      operationId: 'pauseBatch',
      summary: 'Pause a payout batch',
      description:
        'Pays no further row of a batch that is running. Payouts that were handed over go on. Repeating the call changes nothing.',
    },
    {
      path: '/payout-batches/:id/resume',
      verb: resumeBatch,
      operationId: 'resumeBatch',
      summary: 'Resume a payout batch',
      description: 'Goes on paying a batch that is paused. Repeating the call changes nothing.',
    },
  ] as const;
  for (const { path, verb, ...words } of verbs) {
    app.post(
      path,
      {
        config: { scope: 'payout' },
        schema: {
          ...words,
          tags,
          params: batchParams,
          'x-optional-body': true,
          body: z.object({}),
          response: {
            200: batchSchema.describe('The batch.'),
            ...problemResponses(400, 401, 403, 404, 413, 422, 429, 500, 503),
          },
        },
      },
      async (request) => {
        const ctx = tenantContext(deps.context, request);
        await verb(ctx, { batchId: request.params.id });
        return ownBatch(ctx, request.params.id);
      },
    );
  }
}

/** The batch after a change, also for a key that may not read. */
function ownBatch(ctx: ReturnType<typeof tenantContext>, batchId: string) {
  return getBatch({ ...ctx, authority: { of: 'operator' } }, batchId);
}
