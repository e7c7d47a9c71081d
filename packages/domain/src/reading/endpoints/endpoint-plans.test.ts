import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { seed, type TestContext, testContext } from '../../testing/index.ts';
import { listEndpoints } from './list-endpoints.ts';

/** More than the endpoint's counts look at. */
const attempts = 30_000;
/** They have little, so that an endpoint seems to have little on average. */
const otherEndpoints = 20;

let test: TestDatabase;
let base: TestContext;
beforeAll(async () => {
  test = await testDatabase();
  base = await testContext(test.database);
});
afterAll(() => test.close());

/** An endpoint with many attempts of long ago, the last one acknowledged, beside endpoints with one attempt each. */
async function mintBusyEndpoint() {
  const { applicationId } = await seed(base).owner().application().mint();
  const { pool } = base.db;
  const client = await pool.connect();
  try {
    // Attempts without their deliveries are enough to be counted.
    await client.query('SET session_replication_role = replica');
    await client.query(
      `WITH made AS (
         INSERT INTO webhook_endpoints (id, application_id, environment, url, sealed_secret, created_at)
         SELECT gen_random_uuid(), CASE WHEN n = 0 THEN $1::uuid ELSE gen_random_uuid() END, 'sandbox', 'https://shop.test/hook', '', $4
         FROM generate_series(0, $2::int) n RETURNING id, application_id)
       INSERT INTO webhook_attempts (delivery_id, number, endpoint_id, started_at, duration_ms, status_code, error)
       SELECT gen_random_uuid(), 1, id, $4::timestamptz - make_interval(days => 2, secs => n), 9, 200, CASE WHEN n > 0 THEN 'It timed out.' END
       FROM made CROSS JOIN LATERAL generate_series(0, CASE WHEN application_id = $1 THEN $3::int ELSE 0 END) n`,
      [applicationId, otherEndpoints, attempts, base.clock.now()],
    );
    await client.query('SET session_replication_role = DEFAULT');
    await client.query('ANALYZE webhook_attempts');
  } finally {
    client.release();
  }
  return applicationId;
}

type Plan = { 'Relation Name'?: string; 'Actual Rows': number; Plans?: Plan[] };

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

it('the health of an endpoint with many attempts reads few of them', async () => {
  const applicationId = await mintBusyEndpoint();
  const { pool } = base.db;
  const sent: { text: string; values: unknown[] }[] = [];
  const noting = new Proxy(pool, {
    get(target, key) {
      if (key !== 'query') return Reflect.get(target, key, target);
      return (config: { text: string; values: unknown[] }) => {
        sent.push(config);
        return (target.query as (given: unknown) => unknown).call(target, config);
      };
    },
  });
  const [endpoint] = await listEndpoints({ ...base, db: { ...base.db, pool: noting } }, { applicationId });
  expect(endpoint?.health.lastSuccessAt).toEqual(new Date(base.clock.now().getTime() - 2 * 86_400_000));
  const counted = sent.find(({ text }) => text.includes('webhook_attempts'));
  const { rows } = await pool.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
    `EXPLAIN (ANALYZE, FORMAT JSON) ${counted?.text}`,
    counted?.values,
  );
  const read = rows.flatMap((row) => nodesOf(row['QUERY PLAN'][0].Plan)).filter((node) => node['Relation Name']);
  expect(read.length).toBeGreaterThan(0);
  for (const node of read) expect(node['Actual Rows']).toBeLessThan(100);
});
