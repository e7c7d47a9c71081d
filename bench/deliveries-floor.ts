import { createHmac, randomUUID } from 'node:crypto';
import { Agent, request } from 'undici';
import type { World } from './world.ts';

/** Calls at a time, as many as an endpoint gets unless its merchant says otherwise. */
const lanes = 4;

/**
 * What a webhook costs at least: claim, sign, post and record, one statement each, by hand, from one process.
 * @returns deliveries per second
 */
export async function measureDeliveries(world: World, count: number): Promise<number> {
  const { pool } = world.db;
  await pool.query(
    'CREATE TABLE IF NOT EXISTS bench_deliveries (id uuid PRIMARY KEY, body text, claimed_until timestamptz, done_at timestamptz, status int)',
  );
  await pool.query(
    'CREATE INDEX IF NOT EXISTS bench_deliveries_due ON bench_deliveries (claimed_until) WHERE done_at IS NULL',
  );
  await pool.query('TRUNCATE bench_deliveries');
  const body = (id: string) =>
    JSON.stringify({ type: 'payment.success', created: 1, data: { paymentId: id, amount: 100 } });
  const ids = Array.from({ length: count }, () => randomUUID());
  await pool.query('INSERT INTO bench_deliveries (id, body) SELECT * FROM unnest($1::uuid[], $2::text[])', [
    ids,
    ids.map(body),
  ]);
  const agent = new Agent({ connections: lanes, keepAliveTimeout: 60_000 });
  const url = `http://127.0.0.1:${world.receiver.port}/hook`;
  const startedAt = performance.now();
  const lane = async () => {
    for (;;) {
      const { rows } = await pool.query<{ id: string; body: string }>({
        name: 'floor_claim',
        text: `UPDATE bench_deliveries SET claimed_until = now() + interval '20 s' WHERE id = (
          SELECT id FROM bench_deliveries WHERE done_at IS NULL AND claimed_until IS NULL LIMIT 1 FOR UPDATE SKIP LOCKED)
          RETURNING id, body`,
      });
      const [claimed] = rows;
      if (!claimed) return;
      const at = Math.floor(Date.now() / 1000);
      const signature = createHmac('sha256', 'secret').update(`${claimed.id}.${at}.${claimed.body}`).digest('base64');
      const answer = await request(url, {
        method: 'POST',
        dispatcher: agent,
        headers: { 'content-type': 'application/json', 'x-webhook-id': claimed.id, 'x-webhook-signature': signature },
        body: claimed.body,
      });
      await answer.body.dump();
      await pool.query({
        name: 'floor_record',
        text: 'UPDATE bench_deliveries SET done_at = now(), status = $2 WHERE id = $1',
        values: [claimed.id, answer.statusCode],
      });
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  const perSecond = (count * 1000) / (performance.now() - startedAt);
  await agent.close();
  return perSecond;
}
