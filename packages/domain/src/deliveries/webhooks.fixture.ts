import type { Prisma } from '@tillgate/db';
import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { v7 as uuidv7 } from 'uuid';
import { operator } from '../kernel/authority.ts';
import type { Context, Tenant, WithCourier } from '../kernel/context.ts';
import { renderEvent } from '../outbox/index.ts';
import * as deliveries from '../outbox/statements.ts';
import type { Courier, CourierAnswer } from '../ports/ports.ts';
import { createOpen, createSeal, generateSealKeys, signingSecretPlace } from '../sealing/index.ts';
import type { Signal } from '../signals/signals.ts';

type Posted = Parameters<Courier>[0];
type LogLine = { level: 'debug' | 'info' | 'warn' | 'error'; fields: object; message: string };

/** A database, a fixed clock, and a courier that gives scripted answers and records its calls. */
export async function webhookWorld() {
  const test: TestDatabase = await testDatabase();
  const keys = await generateSealKeys();
  const posted: Posted[] = [];
  const published: Signal[] = [];
  const logged: LogLine[] = [];
  const time = { now: new Date('2026-03-01T10:00:00.250Z') };
  const log = (level: LogLine['level']) => (fields: object, message: string) => {
    logged.push({ level, fields, message });
  };
  const script = {
    answer: async (_request: Posted): Promise<CourierAnswer> => answered(200),
    random: () => 0,
  };
  const ctx = {
    db: test.database,
    clock: { now: () => new Date(time.now) },
    publish: async (signals) => {
      published.push(...signals);
    },
    seal: await createSeal(keys.publicKey),
    open: await createOpen(keys.privateKey),
    log: { debug: log('debug'), info: log('info'), warn: log('warn'), error: log('error') },
    courier: (request) => {
      posted.push(request);
      return script.answer(request);
    },
    random: () => script.random(),
    actor: 'operator',
    authority: operator,
    judgeWebhookUrl: () => undefined,
  } satisfies Context & WithCourier & Record<string, unknown>;
  return { ctx, posted, published, logged, script, time, ...rows(ctx, time), close: () => test.close() };
}

export type WebhookWorld = Awaited<ReturnType<typeof webhookWorld>>;

export function answered(statusCode: number, body = '', retryAfter: string | null = null): CourierAnswer {
  const headers = { 'content-type': 'text/plain' };
  return { kind: 'answered', statusCode, retryAfter, headers, body, address: '93.184.215.14', durationMs: 12 };
}

function rows(ctx: Context, time: { now: Date }) {
  const { prisma } = ctx.db;
  return {
    advance(seconds: number) {
      time.now = new Date(time.now.getTime() + Math.round(seconds * 1000));
    },
    async application(): Promise<Tenant> {
      const createdAt = time.now;
      const organization = await prisma.organization.create({ data: { id: uuidv7(), name: 'Duka', createdAt } });
      const application = await prisma.application.create({
        data: { id: uuidv7(), organizationId: organization.id, name: 'Shop', createdAt },
      });
      return { applicationId: application.id, environment: 'sandbox' };
    },
    async endpoint(tenant: Tenant, more: Partial<Prisma.WebhookEndpointUncheckedCreateInput> = {}) {
      const id = uuidv7();
      const place = signingSecretPlace({ endpointId: id, ...tenant });
      const endpoint = await prisma.webhookEndpoint.create({
        data: {
          id,
          ...tenant,
          url: 'https://shop.example.com/hook',
          events: [],
          sealedSecret: ctx.seal('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', place),
          createdAt: time.now,
          ...more,
        },
      });
      return endpoint.id;
    },
    /** One event for all endpoints of the tenant, due now. Returns the ids of its deliveries. */
    async queue(tenant: Tenant, subjectId = uuidv7()) {
      const body = renderEvent('payment.success', time.now, { paymentId: subjectId });
      const event = { type: 'payment.success', subjectId, ...tenant, body, at: time.now };
      await deliveries.announce(ctx.db.pool, event);
      return (await prisma.webhookDelivery.findMany({ where: { event: { subjectId } } })).map(({ id }) => id);
    },
    /** A tenant with one endpoint and one delivery that is due. */
    async oneDelivery() {
      const tenant = await this.application();
      const endpointId = await this.endpoint(tenant);
      const [deliveryId = ''] = await this.queue(tenant);
      return { tenant, endpointId, deliveryId };
    },
    delivery: (id: string) => prisma.webhookDelivery.findUniqueOrThrow({ where: { id }, include: { event: true } }),
    attempts: (deliveryId: string) =>
      prisma.webhookAttempt.findMany({ where: { deliveryId }, orderBy: { number: 'asc' } }),
    endpointRow: (id: string) => prisma.webhookEndpoint.findUniqueOrThrow({ where: { id } }),
    audit: (subjectId: string) => prisma.auditEntry.findMany({ where: { subjectId } }),
  };
}
