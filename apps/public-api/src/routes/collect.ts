import { DomainError } from '@tillgate/domain';
import { collectPayment, collectSchema, refusal } from '@tillgate/domain/payments';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Deps } from '../deps.ts';
import { tenantContext } from '../plugins/authenticate.ts';
import type { Routes } from '../routes-type.ts';
import { idempotencyOf, idempotentHeaders } from './idempotency.ts';
import { problemResponses } from './problem-responses.ts';

const acceptedSchema = z
  .strictObject({
    paymentId: z.uuid(),
    status: z.literal('pending'),
    checkoutRequestId: z.string().meta({ description: "The provider's id of the prompt." }),
  })
  .meta({ id: 'CollectAccepted' });

/** POST /collect (spec 4.1). */
export function collectRoute(app: Routes, deps: Deps): void {
  app.post(
    '/collect',
    {
      onRequest: (request, reply) => limitKey(deps, request, reply),
      schema: {
        operationId: 'collect',
        summary: 'Collect money by STK push',
        description: 'Sends a payment prompt to a handset. The outcome comes by webhook and by GET /status/{id}.',
        tags: ['Collections'],
        headers: idempotentHeaders,
        body: collectSchema,
        response: {
          202: acceptedSchema.describe('The prompt is on its way to the handset.'),
          ...problemResponses(400, 401, 409, 413, 422, 429, 500, 502, 503),
        },
      },
    },
    async (request, reply) => {
      const { idempotencyKey, ...input } = request.body;
      const idempotency = idempotencyOf(request, idempotencyKey, { phone: input.phone });
      const { outcome, replayed } = await collectPayment(tenantContext(deps.context, request), input, idempotency);
      if (outcome.kind === 'refused') throw refusal(outcome, replayed);
      if (replayed) void reply.header('idempotent-replayed', 'true');
      const { paymentId, checkoutRequestId } = outcome;
      return reply.code(202).send({ paymentId, status: 'pending', checkoutRequestId });
    },
  );
}

/** Counts the request against its key's limit, before its body is read. */
async function limitKey(deps: Deps, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const verdict = await deps.keyLimit.consume(request.caller?.keyId ?? '');
  void reply.header('ratelimit-policy', `"per-key";q=${verdict.limit};w=${verdict.windowSeconds}`);
  void reply.header('ratelimit', `"per-key";r=${verdict.remaining};t=${verdict.resetSeconds}`);
  if (verdict.allowed) return;
  throw new DomainError(
    'rate_limited',
    `This API key may make ${verdict.limit} collections in ${verdict.windowSeconds} s. Try again in ${verdict.resetSeconds} s; the same Idempotency-Key is safe.`,
    { retryAfterSeconds: verdict.resetSeconds },
  );
}
