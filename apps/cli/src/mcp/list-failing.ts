import type { TenantContext } from '@tillgate/domain';
import { type FailingDelivery, listFailingDeliveries } from '@tillgate/domain/reading/deliveries';
import { type EndpointView, listEndpoints, withoutQuery } from '@tillgate/domain/reading/endpoints';
import { maskPhonesIn } from '@tillgate/domain/reading/payments';
import { z } from 'zod';
import { readMoment } from '../time.ts';
import { foreignText, readsOnly, type Tool } from './tool.ts';

const limitMax = 50;
const limitDefault = 20;
const textMax = 120;

const inputSchema = z.strictObject({
  endpointId: z.uuid().optional().describe('only of this endpoint; default: all endpoints'),
  since: z
    .string()
    .max(textMax)
    .optional()
    .describe('only deliveries created since this time, like 2026-01-31T08:00:00Z, or since a duration ago, like 24h'),
  limit: z.int().min(1).max(limitMax).default(limitDefault),
  before: z.string().max(textMax).optional().describe('continues a list: `next` of the page before'),
});

const deliverySchema = z.object({
  deliveryId: z.string().describe('sent as x-webhook-id'),
  eventId: z.string(),
  type: z.string(),
  endpointId: z.string(),
  url: z.string().describe('without its query string'),
  state: z.enum(['waits_for_retry', 'waits_for_endpoint', 'given_up']),
  attempts: z.int(),
  lastStatusCode: z.int().nullable().describe('null: the endpoint did not answer'),
  lastError: z.string().nullable(),
  lastAttemptAt: z.string(),
  nextAttemptAt: z.string().nullable(),
  createdAt: z.string(),
});

const endpointSchema = z.object({
  endpointId: z.string(),
  url: z.string().describe('without its query string'),
  status: z.string(),
  circuit: z.string().describe('closed: it gets deliveries; open: it gets none for a while; half_open: it is tried'),
  failingSince: z.string().nullable(),
  waiting: z.int().describe('deliveries that are neither delivered nor given up'),
});

const outputSchema = z.object({
  deliveries: z.array(deliverySchema).describe('newest first'),
  endpoints: z.array(endpointSchema).describe('endpoints in trouble: disabled, failing, or with an open circuit'),
  next: z.string().nullable().describe('give it as `before` to see older ones; null at the end'),
});

/** Lists the webhooks of a tenant that their endpoints have not acknowledged. */
export function listFailing(ctx: TenantContext): Tool<typeof inputSchema, typeof outputSchema> {
  return {
    name: 'list_failing_deliveries',
    title: 'List failing webhooks',
    description: `Lists webhook deliveries whose latest attempt failed, over all endpoints: those that are tried again and those that were given up, with the last answer and the next attempt. Also lists the endpoints in trouble. ${foreignText}`,
    inputSchema,
    outputSchema,
    annotations: readsOnly,
    async run({ endpointId, since, limit, before }) {
      const moment = since === undefined ? undefined : readMoment('since', since, ctx.clock.now());
      const page = { limit, since: moment, before };
      const [{ deliveries, older }, endpoints] = await Promise.all([
        listFailingDeliveries(ctx, { endpointId, ...page }),
        listEndpoints(ctx, ctx.tenant),
      ]);
      const troubled = endpoints.filter((endpoint) => isTroubled(endpoint));
      const data = { deliveries: deliveries.map(deliveryView), endpoints: troubled.map(endpointView), next: older };
      return { summary: summaryOf(data), data };
    },
  };
}

const iso = (at: Date | null) => at?.toISOString() ?? null;

function deliveryView(delivery: FailingDelivery): z.output<typeof deliverySchema> {
  const { id, eventId, type, endpointId, endpointUrl, lastStatusCode, lastError } = delivery;
  const waits = delivery.isParked ? 'waits_for_endpoint' : 'waits_for_retry';
  return {
    deliveryId: id,
    eventId,
    type,
    endpointId,
    lastStatusCode,
    url: endpointUrl,
    state: delivery.status === 'exhausted' ? 'given_up' : waits,
    attempts: delivery.attemptCount,
    lastError: lastError && maskPhonesIn(lastError),
    lastAttemptAt: delivery.lastAttemptAt.toISOString(),
    nextAttemptAt: iso(delivery.nextAttemptAt),
    createdAt: delivery.createdAt.toISOString(),
  };
}

function isTroubled({ health }: EndpointView): boolean {
  return health.status !== 'enabled' || health.failingSince !== null || health.circuit.state !== 'closed';
}

function endpointView({ endpointId, url, health }: EndpointView): z.output<typeof endpointSchema> {
  return {
    endpointId,
    url: withoutQuery(url),
    status: health.status,
    circuit: health.circuit.state,
    failingSince: iso(health.failingSince),
    waiting: health.waiting.value,
  };
}

function summaryOf({ deliveries, endpoints, next }: z.output<typeof outputSchema>): string {
  const given = deliveries.filter(({ state }) => state === 'given_up').length;
  const more = next === null ? '' : ' There may be more: pass `next` as `before`.';
  const troubled = endpoints.length === 0 ? '' : ` Endpoints in trouble: ${endpoints.length}.`;
  if (deliveries.length === 0) return `No failing deliveries found.${troubled}${more}`;
  return `Failing deliveries: ${deliveries.length}, of which ${given} were given up.${troubled}${more}`;
}
