import { randomUUID } from 'node:crypto';
import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { generateSealKeys } from '@tillgate/domain/sealing';
import { seed, type TestContext, testContext } from '@tillgate/domain/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { tillgate } from './testing.ts';

let test: TestDatabase;
let ctx: TestContext;
beforeAll(async () => {
  test = await testDatabase();
  ctx = await testContext(test.database);
});
afterAll(() => test.close());

it('names fill names the payers of earlier payments, as M-PESA posted them', async () => {
  const { publicKey } = await generateSealKeys();
  const env = { DATABASE_URL: test.urlAs('cli'), SEAL_PUBLIC_KEY: publicKey };
  const { applicationId } = await seed(ctx).owner().application().mint();
  const tenant = { applicationId, environment: 'sandbox' as const };
  const [paymentId, registrationId, at] = [randomUUID(), randomUUID(), new Date()];
  const { prisma } = ctx.db;
  await prisma.payment.create({
    data: {
      id: paymentId,
      ...tenant,
      ...({ source: 'c2b', status: 'success', amount: 70, requestedAmount: 70, settledBy: 'c2b' } as const),
      ...{ accountRef: 'INV-1', description: 'd', shortcode: '600100', providerReceipt: 'TKM0000001' },
      createdAt: at,
      settledAt: at,
    },
  });
  const posted = { TransID: 'TKM0000001', TransAmount: '70.00', FirstName: 'WANJIKU', LastName: 'KAMAU' };
  await prisma.c2bRegistration.create({
    data: { id: registrationId, ...tenant, shortcode: '600100', hookToken: 'a'.repeat(64), createdAt: at },
  });
  await prisma.providerCallback.create({
    data: {
      id: randomUUID(),
      kind: 'c2b_confirmation',
      ...{ subjectId: registrationId, subjectKind: 'c2b_registration', applicationId, state: 'applied' },
      bodyHash: 'b'.repeat(64),
      body: Buffer.from(JSON.stringify(posted)),
      remoteIp: '203.0.113.1',
      receivedAt: at,
      appliedAt: at,
    },
  });
  const { code, stdout, stderr } = await tillgate(['names', 'fill'], env);
  expect([code, stdout, stderr]).toEqual([
    0,
    'Looked at 1 callbacks. Named the payers of 1 payments and the payees of 0 payouts.\n',
    '',
  ]);
  expect(await prisma.payment.findUniqueOrThrow({ where: { id: paymentId } })).toMatchObject({
    payerName: 'WANJIKU KAMAU',
  });
});
