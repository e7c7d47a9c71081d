import { request } from 'undici';
import { connections, posting, untilArrived } from './cases.ts';
import { costsOf, type Line } from './figures.ts';
import { load } from './load.ts';
import { createWorld, type Prompt, type World } from './world.ts';

type Sizes = Map<string, number>;

/** Bytes of each table with its indexes and long texts. */
async function sizesOf({ db }: World): Promise<Sizes> {
  const { rows } = await db.pool.query<{ name: string; bytes: string }>(
    `SELECT relname AS name, pg_total_relation_size(relid) AS bytes FROM pg_stat_user_tables`,
  );
  return new Map(rows.map(({ name, bytes }) => [name, Number(bytes)]));
}

/** Bytes of the texts that the retention policy removes from rows that stay. */
async function bodiesOf({ db }: World): Promise<{ name: string; bytes: number }[]> {
  const { rows } = await db.pool.query<{ name: string; bytes: number }>(
    `SELECT 'provider_callbacks' AS name, avg(pg_column_size(body))::int AS bytes FROM provider_callbacks
     UNION ALL SELECT 'webhook_events', avg(pg_column_size(body))::int FROM webhook_events`,
  );
  return rows;
}

/** Payments from the request of the merchant to the acknowledgement of the webhook, as the product makes them. */
async function pay(world: World, count: number, first: number): Promise<number> {
  const { rows: before } = await world.db.pool.query<{ at: Date }>('SELECT clock_timestamp() AS at');
  let sent = first;
  const next = () => {
    sent += 1;
    const headers = {
      authorization: `Bearer ${world.key}`,
      'content-type': 'application/json',
      'idempotency-key': `storage-${process.pid}-${sent}`,
    };
    const phone = `2547${String(sent).padStart(8, '0')}`;
    const body = JSON.stringify({ amount: 100, phone, accountReference: `INV-${sent}`, description: 'Groceries' });
    return { method: 'POST' as const, path: '/functions/v1/collect', headers, body };
  };
  await load(world.apiUrl, next, { connections, amount: count });
  const { rows } = await world.db.pool.query<{ paymentId: string; token: string; checkout: string }>(
    `SELECT id AS "paymentId", callback_token AS token, checkout_request_id AS checkout FROM payments
     WHERE created_at >= $1 AND status = 'pending' AND checkout_request_id IS NOT NULL`,
    [before[0]?.at],
  );
  await request(`http://127.0.0.1:${world.receiver.port}/arrived`, { method: 'DELETE' });
  const prompts: Prompt[] = rows.map(({ paymentId, token, checkout }) => ({
    paymentId,
    token,
    body: world.callbackBody(checkout),
  }));
  await load(world.apiUrl, posting('/functions/v1', prompts), { connections, amount: prompts.length });
  await untilArrived(world, prompts.length);
  return prompts.length;
}

/** What a payment leaves in each table, and what it costs to write it. */
export async function measureStorage(count: number): Promise<Line[]> {
  const world = await createWorld();
  try {
    await world.startWorker();
    // Pages that are begun and code that is compiled do not count.
    await pay(world, Math.ceil(count / 4), 0);
    await world.rest();
    const before = await sizesOf(world);
    let made = 0;
    const costs = await costsOf(world, async () => {
      made = await pay(world, count, count);
      await world.rest();
      return made;
    });
    const after = await sizesOf(world);
    const grown = [...after]
      .map(([name, bytes]) => ({ name, each: (bytes - (before.get(name) ?? 0)) / made }))
      .filter(({ each }) => each >= 1)
      .sort((a, b) => b.each - a.each);
    const texts = await bodiesOf(world);
    const all = grown.reduce((sum, { each }) => sum + each, 0);
    return [
      { path: 'a payment, from its request to its webhook', figure: `${Math.round(all)} bytes`, costs },
      ...grown.map(({ name, each }) => ({ path: `in ${name}`, figure: `${Math.round(each)} bytes` })),
      ...texts.map(({ name, bytes }) => ({ path: `of ${name}, the body`, figure: `${bytes} bytes` })),
    ];
  } finally {
    await world.close();
  }
}
