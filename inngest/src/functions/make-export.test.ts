import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { createExport } from '@tillgate/domain/exports';
import { getExport } from '@tillgate/domain/reading/exports';
import { seed, type TestContext, testContext } from '@tillgate/domain/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestEngine, type TestEngine } from '../embedded/testing/harness.ts';
import { makeExportFunction } from './make-export.ts';

let test: TestDatabase;
let ctx: TestContext;
let engine: TestEngine;
beforeAll(async () => {
  test = await testDatabase();
  ctx = await testContext(test.database);
  engine = await openTestEngine((client) => [makeExportFunction(client, { ...ctx, db: test.databaseAs('worker') })]);
});
afterAll(async () => {
  await engine.close();
  await test.close();
});

it('an export of more rows than one part holds is made to its end, also when it is told twice', async () => {
  const merchant = await seed(ctx).owner().application().mint();
  const owner = merchant.as('sandbox');
  const { applicationId } = merchant;
  await test.database.prisma.$executeRaw`
    INSERT INTO webhook_events (id, application_id, environment, type, subject_id, body, created_at)
    SELECT gen_random_uuid(), ${applicationId}::uuid, 'sandbox', 'payment.success', gen_random_uuid(), '{}',
      ${ctx.clock.now()}::timestamptz - n * interval '1 second'
    FROM generate_series(1, 4500) n`;
  const { exportId } = await createExport(owner, { list: 'events', format: 'xlsx' });
  const told = ctx.events.filter(({ name }) => name === 'export.due');
  await engine.client.send([...told, ...told.map((event) => ({ ...event, id: `${event.id}:again` }))]);
  await expect
    .poll(() => getExport(owner, { exportId }))
    .toMatchObject({
      status: 'ready',
      rowCount: 4500,
    });
  await expect.poll(() => engine.runs('make-export')).toMatchObject([{ status: 'completed' }, { status: 'completed' }]);
});
