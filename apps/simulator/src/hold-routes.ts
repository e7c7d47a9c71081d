import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { acceptBody } from './admin-input.ts';
import { holdMaxSeconds } from './limits.ts';
import type { Simulation } from './simulation.ts';

type HolderParams = { Params: { holder: string } };

const railsMax = 10;
const holdBody = z
  .strictObject({
    shortcode: z.string().min(1).nullable().default(null),
    rails: z.array(z.string().min(1)).max(railsMax).default([]),
    seconds: z.number().int().min(1).max(holdMaxSeconds),
  })
  .refine(({ shortcode, rails }) => shortcode !== null || rails.length > 0, { error: 'names a shortcode or rails' });
const releaseBody = z.strictObject({ checkoutRequestId: z.string().min(1) });

/** Holds on the prompts of a shortcode or of rails. While a hold lasts, those prompts wait for a person to answer them. */
export const addHoldRoutes = (app: FastifyInstance, simulation: Simulation): void => {
  const { holds } = simulation;
  const render = () =>
    holds.list().map(({ untilMs, ...hold }) => ({ ...hold, until: new Date(untilMs).toISOString() }));

  app.get('/admin/holds', async () => ({ holds: render() }));

  app.put<HolderParams>('/admin/holds/:holder', async (request, reply) => {
    const body = acceptBody(request, reply, holdBody);
    if (body === undefined) return reply;
    const { seconds, ...held } = body;
    holds.take(request.params.holder, held, simulation.now() + seconds * 1000);
    return { holds: render().filter(({ holder }) => holder === request.params.holder) };
  });

  app.post<HolderParams>('/admin/holds/:holder/releases', async (request, reply) => {
    const body = acceptBody(request, reply, releaseBody);
    if (body === undefined) return reply;
    if (holds.release(request.params.holder, body.checkoutRequestId)) return { ok: true };
    return reply.code(404).send({ error: 'No such hold' });
  });

  app.delete<HolderParams>('/admin/holds/:holder', async (request) => ({ ended: holds.end(request.params.holder) }));
};
