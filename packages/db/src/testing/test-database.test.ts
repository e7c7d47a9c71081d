import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from './index.ts';

describe('testDatabase', () => {
  let one: TestDatabase;
  let other: TestDatabase;

  beforeAll(async () => {
    [one, other] = await Promise.all([testDatabase(), testDatabase()]);
  });
  afterAll(async () => {
    await Promise.all([one.close(), other.close()]);
  });

  it('is migrated and empty', async () => {
    expect(await one.database.prisma.payment.count()).toBe(0);
  });

  it('shares no rows with another test file', async () => {
    const organization = { id: '01980000-0000-7000-8000-000000000001', name: 'One', createdAt: new Date(0) };
    await one.database.prisma.organization.create({ data: organization });
    expect(await one.database.prisma.organization.count()).toBe(1);
    expect(await other.database.prisma.organization.count()).toBe(0);
  });

  it('keeps times in UTC', async () => {
    const { rows } = await one.database.pool.query(`SELECT current_setting('TimeZone') AS zone`);
    expect(rows[0]?.zone).toBe('UTC');
  });
});
