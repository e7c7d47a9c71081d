import { expect, it } from 'vitest';
import { call } from './support/client.ts';
import { startNameServer } from './support/name-server.ts';
import { viewProvider } from './support/provider-view.ts';
import { createStack, type Stack } from './support/stack.ts';

/** More than the threads of the system's lookup, which each would hold for ten seconds. */
const merchantsCount = 12;

it('a provider whose name servers are silent gets nothing, and does not keep the API from its database', async ({
  skip,
}) => {
  const names = await startNameServer({ 'database.test': '127.0.0.1' });
  if (!names) return skip('This user may not have a name server of its own.');
  const stack = await createStack({ within: names.within, env: { PROVIDER_SANDBOX_URL: 'https://provider.test' } });
  try {
    const address = new URL(stack.test.urlAs('api'));
    address.hostname = 'database.test';
    await stack.startApi({ DATABASE_URL: address.href });
    const merchants = await Promise.all(Array.from({ length: merchantsCount }, () => stack.merchant()));
    const keys = merchants.map((merchant) => merchant.key().key);
    const answers = keys.map((key) =>
      call(`${stack.baseUrl}/collect`, key, {
        method: 'POST',
        body: { amount: 5, phone: '254712345678' },
        idempotencyKey: 'silent',
      }),
    );
    let answered = 0;
    for (const answer of answers) void answer.then(() => (answered += 1));
    // Each call has done all that it asks of the database before the network, and has asked for both kinds of address.
    await expect.poll(() => countLeases(stack)).toBe(merchantsCount);
    await expect.poll(() => names.asked.get('provider.test') ?? 0).toBeGreaterThanOrEqual(2 * merchantsCount);
    // Connections that must look up the name of the database again.
    await stack.ctx.db.pool.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'tillgate-api' AND datname = current_database()",
    );
    await expect.poll(async () => (await call(`${stack.baseUrl}/payments`, keys[0] ?? '')).status).toBe(200);
    expect(answered).toBeLessThan(merchantsCount);
    for (const answer of await Promise.all(answers)) {
      expect(answer.status).toBe(502);
      expect(answer.body).toMatchObject({
        code: 'provider_unavailable',
        detail: expect.stringContaining('DNS ETIMEOUT'),
      });
    }
    expect(await viewProvider(stack.provider).allPrompts()).toEqual([]);
  } finally {
    await stack.close();
    await names.close();
  }
});

/** Counts the applications whose access token some call fetches or has tried to fetch. */
async function countLeases(stack: Stack): Promise<number> {
  const { rowCount } = await stack.ctx.db.pool.query('SELECT FROM provider_tokens');
  return rowCount ?? 0;
}
