import { collectPayment, collectSchema, refusal } from '@tillgate/domain/payments';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Deps } from '../deps.ts';
import { tenantContext } from '../plugins/authenticate.ts';
import { refuseBeyond } from '../plugins/refuse-beyond.ts';
import type { Routes } from '../routes-type.ts';
import { idempotencyOf, idempotentHeaders } from './idempotency.ts';
import { statusLink } from './links.ts';
import { metadataInDocument } from './metadata.ts';
import { problemResponses } from './problem-responses.ts';

const bodySchema = collectSchema.extend({ metadata: collectSchema.shape.metadata.meta(metadataInDocument) });

const acceptedSchema = z
  .strictObject({
    paymentId: z.uuid().meta({ description: 'Identifier of the payment.' }),
    status: z.literal('pending').meta({ description: 'The customer has not answered the prompt yet.' }),
    checkoutRequestId: z.string().meta({ description: "The provider's identifier of the prompt." }),
  })
  .meta({ id: 'CollectAccepted' });

/** POST /collect (spec 4.1). */
export function collectRoute(app: Routes, deps: Deps): void {
  app.post(
    '/collect',
    {
      onRequest: (request, reply) => limitKey(deps, request, reply),
      links: statusLink,
      config: { scope: 'collect', hasOwnLimit: true },
      schema: {
        operationId: 'collect',
        summary: 'Collect a payment',
        description:
          'Sends a payment prompt (STK Push) to the phone of your customer. The outcome arrives as a `payment.success` or `payment.failed` webhook; you can also read it with GET /status/{id}.',
        tags: ['Collections'],
        headers: idempotentHeaders,
        body: bodySchema,
        response: {
          202: acceptedSchema.describe('The provider accepted the prompt.'),
          ...problemResponses(400, 401, 403, 409, 413, 422, 429, 500, 502, 503),
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

/** Counts the request against the limit of its API key, before its body is read. */
async function limitKey(deps: Deps, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const verdict = await deps.keyLimit.consume(request.caller?.keyId ?? '');
  refuseBeyond(reply, 'per-key', verdict, `This API key may make ${verdict.limit} collections`);
}
