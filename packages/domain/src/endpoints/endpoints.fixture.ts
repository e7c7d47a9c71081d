import type { Prisma } from '@tillgate/db';
import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { v7 as uuidv7 } from 'uuid';
import type { Tenant } from '../kernel/context.ts';
import { seed, testContext } from '../testing/index.ts';
import { createEndpoint } from './create-endpoint.ts';
import type { CreateEndpointInput } from './schemas.ts';
import { webhookUrlJudge } from './url.ts';

type EventChange = Partial<Prisma.WebhookEventUncheckedCreateInput>;
type DeliveryChange = Partial<Prisma.WebhookDeliveryUncheckedCreateInput>;

/**
 * Merchants, endpoints, events and deliveries on a real database, with a clock to move and a record
 * of what was published.
 */
export async function endpointWorld() {
  const test: TestDatabase = await testDatabase();
  const ctx = { ...(await testContext(test.databaseAs('web'))), judgeWebhookUrl: webhookUrlJudge([]) };
  const { prisma } = test.database;
  const now = () => ctx.clock.now();

  const tenant = async (): Promise<Tenant> => {
    const { applicationId } = await seed(ctx).owner().application().mint();
    return { applicationId, environment: 'sandbox' };
  };
  const endpoint = (of: Tenant, more: Partial<CreateEndpointInput> = {}) =>
    createEndpoint(ctx, { ...of, url: 'https://shop.example.com/hook', ...more });
  const event = (of: Tenant, more: EventChange = {}) =>
    prisma.webhookEvent.create({
      data: {
        id: uuidv7(),
        ...of,
        type: 'payment.success',
        subjectId: uuidv7(),
        body: '{"type":"payment.success"}',
        createdAt: now(),
        ...more,
      },
    });
  /** Due now, in the endpoint's queue, unless `more` says otherwise. */
  const delivery = async (endpointId: string, more: DeliveryChange = {}, of: EventChange = {}) => {
    const { applicationId, environment } = await prisma.webhookEndpoint.findUniqueOrThrow({
      where: { id: endpointId },
    });
    const ends = more.status !== undefined && more.status !== 'due';
    const eventId = more.eventId ?? (await event({ applicationId, environment }, of)).id;
    return prisma.webhookDelivery.create({
      data: {
        id: uuidv7(),
        endpointId,
        eventId,
        createdAt: now(),
        ...(ends ? { endedAt: now() } : { nextAttemptAt: now(), parkedAt: now() }),
        ...more,
      },
    });
  };
  return {
    /** With the rights of the dashboard's database role; `worker` has those of the worker's. */
    ctx,
    worker: { ...ctx, db: test.databaseAs('worker') },
    prisma,
    tenant,
    endpoint,
    event,
    delivery,
    /** A tenant with an endpoint. */
    async shop(more: Partial<CreateEndpointInput> = {}) {
      const of = await tenant();
      return { tenant: of, ...(await endpoint(of, more)) };
    },
    ago: (seconds: number) => new Date(now().getTime() - seconds * 1000),
    endpointRow: (id: string) => prisma.webhookEndpoint.findUniqueOrThrow({ where: { id } }),
    deliveryRow: (id: string) => prisma.webhookDelivery.findUniqueOrThrow({ where: { id } }),
    /** The audited actions of a row, in alphabetical order. */
    async actions(subjectId: string) {
      const entries = await prisma.auditEntry.findMany({ where: { subjectId }, orderBy: { action: 'asc' } });
      return entries.map(({ action }) => action);
    },
    /** How many signals about waiting deliveries were published. */
    wakeUps: () => ctx.events.filter(({ name }) => name === 'deliveries.waiting').length,
    close: () => test.close(),
  };
}

export type EndpointWorld = Awaited<ReturnType<typeof endpointWorld>>;
