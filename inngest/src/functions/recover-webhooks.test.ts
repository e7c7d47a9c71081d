import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { createEndpoint, webhookUrlJudge } from '@tillgate/domain/endpoints';
import { getRecovery } from '@tillgate/domain/reading/recoveries';
import { recoverFailed } from '@tillgate/domain/recoveries';
import { seed, type TestContext, testContext } from '@tillgate/domain/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestEngine, type TestEngine } from '../embedded/testing/harness.ts';
import { recoverWebhooksFunction } from './recover-webhooks.ts';

let test: TestDatabase;
let ctx: TestContext;
let engine: TestEngine;
beforeAll(async () => {
  test = await testDatabase();
  ctx = await testContext(test.database);
  engine = await openTestEngine((client) => [
    recoverWebhooksFunction(client, { ...ctx, db: test.databaseAs('worker') }),
  ]);
});
afterAll(async () => {
  await engine.close();
  await test.close();
});

it('an order for more deliveries than one batch holds is carried out to its end, also when it is told twice', async () => {
  const { applicationId } = await seed(ctx).owner().application().mint();
  const tenant = { applicationId, environment: 'sandbox' as const };
  const judge = { judgeWebhookUrl: webhookUrlJudge([]) };
  const { endpointId } = await createEndpoint({ ...ctx, ...judge }, { ...tenant, url: 'https://shop.example/hook' });
  const now = ctx.clock.now();
  await test.database.prisma.$executeRaw`
    WITH told AS (
      INSERT INTO webhook_events (id, application_id, environment, type, subject_id, body, created_at)
      VALUES (gen_random_uuid(), ${applicationId}::uuid, 'sandbox', 'payment.success', gen_random_uuid(), '{}', ${now})
      RETURNING id)
    INSERT INTO webhook_deliveries (id, endpoint_id, event_id, copy, status, attempt_count, created_at, ended_at)
    SELECT gen_random_uuid(), ${endpointId}::uuid, told.id, n, 'exhausted', 13, ${now}, ${now}
    FROM told, generate_series(1, 1200) n`;
  const { recoveryId } = await recoverFailed(ctx, { endpointId, since: new Date(now.getTime() - 60_000) });
  const told = ctx.events.filter(({ name }) => name === 'recovery.due');
  await engine.client.send([...told, ...told.map((event) => ({ ...event, id: `${event.id}:again` }))]);
  await expect.poll(() => getRecovery(ctx, { recoveryId })).toMatchObject({ status: 'completed', queuedCount: 1200 });
  await expect
    .poll(() => engine.runs('recover-webhooks'))
    .toMatchObject([{ status: 'completed' }, { status: 'completed' }]);
});
