import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seed, type TestContext, testContext } from '../../testing/index.ts';
import { attemptsMax, reportAttempts } from './report-attempts.ts';

const hourMs = 3_600_000;

let test: TestDatabase;
let base: TestContext;
beforeAll(async () => {
  test = await testDatabase();
  base = await testContext(test.database);
});
afterAll(() => test.close());

async function mintEndpoint() {
  const { applicationId } = await seed(base).owner().application().mint();
  const { id } = await base.db.prisma.webhookEndpoint.create({
    data: {
      id: crypto.randomUUID(),
      applicationId,
      environment: 'sandbox',
      url: 'https://shop.test/hook',
      sealedSecret: '',
      createdAt: base.clock.now(),
    },
  });
  return { applicationId, environment: 'sandbox' as const, endpointId: id };
}

type Attempt = { at: Date; durationMs: number; error?: string; times?: number };

/** Attempts without their deliveries are enough to be counted. */
async function attempt(endpointId: string, { at, durationMs, error, times = 1 }: Attempt): Promise<void> {
  const client = await base.db.pool.connect();
  try {
    await client.query('SET session_replication_role = replica');
    await client.query(
      `INSERT INTO webhook_attempts (delivery_id, number, endpoint_id, started_at, duration_ms, status_code, error)
       SELECT gen_random_uuid(), 1, $1, $2, $3, 200, $4 FROM generate_series(1, $5::int)`,
      [endpointId, at, durationMs, error ?? null, times],
    );
    await client.query('SET session_replication_role = DEFAULT');
  } finally {
    client.release();
  }
}

/** The beginning of the hour that it is, and of the hours before. */
const hour = (before: number) => new Date(Math.floor(base.clock.now().getTime() / hourMs) * hourMs - before * hourMs);

describe('the attempts at an endpoint', () => {
  it('are told by the hour, an hour without any as well, and what is older is left out', async () => {
    const which = await mintEndpoint();
    await attempt(which.endpointId, { at: hour(24), durationMs: 9_999 });
    await attempt(which.endpointId, { at: hour(23), durationMs: 40 });
    await attempt(which.endpointId, { at: hour(0), durationMs: 100, times: 18 });
    await attempt(which.endpointId, { at: hour(0), durationMs: 15_000, error: 'It timed out.', times: 2 });
    const { parts, partMs } = await reportAttempts(base, { ...which, period: 'day' });
    expect(partMs).toBe(hourMs);
    expect(parts.map(({ from }) => from)).toEqual(Array.from({ length: 24 }, (_, index) => hour(23 - index)));
    expect(parts[0]).toMatchObject({ attempts: 1, failures: 0, medianMs: 40, slowMs: 40, more: false });
    expect(parts[1]).toMatchObject({ attempts: 0, failures: 0, medianMs: null, slowMs: null });
    expect(parts[23]).toMatchObject({ attempts: 20, failures: 2, medianMs: 100, slowMs: 15_000 });
  });

  it('are told for a week in parts of six hours, and each attempt once', async () => {
    const which = await mintEndpoint();
    for (const before of [0, 5, 30, 100, 160]) await attempt(which.endpointId, { at: hour(before), durationMs: 5 });
    const { parts, partMs } = await reportAttempts(base, { ...which, period: 'week' });
    expect(parts).toHaveLength(28);
    expect(partMs).toBe(6 * hourMs);
    expect(parts.reduce((sum, { attempts }) => sum + attempts, 0)).toBe(5);
  });

  it('are those of one endpoint, and of the tenant that asks', async () => {
    const [own, other] = [await mintEndpoint(), await mintEndpoint()];
    await attempt(other.endpointId, { at: hour(0), durationMs: 5 });
    const { parts } = await reportAttempts(base, { ...own, period: 'day' });
    expect(parts.every(({ attempts }) => attempts === 0)).toBe(true);
    const foreign = { ...own, endpointId: other.endpointId, period: 'day' as const };
    await expect(reportAttempts(base, foreign)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('of a part that had very many are counted up to a limit, which the part says', async () => {
    const which = await mintEndpoint();
    await attempt(which.endpointId, { at: hour(2), durationMs: 5, times: attemptsMax + 50 });
    const { parts } = await reportAttempts(base, { ...which, period: 'day' });
    expect(parts[21]).toMatchObject({ attempts: attemptsMax, more: true });
  });
});
