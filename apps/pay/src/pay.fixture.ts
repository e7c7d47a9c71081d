import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { otherRails, setRailAccount } from '@tillgate/domain/applications';
import type { RailName } from '@tillgate/domain/rails/labels';
import { type SeededMerchant, seed, type TestContext, testContext } from '@tillgate/domain/testing';
import { createLogger } from '@tillgate/process';
import { afterAll, beforeAll } from 'vitest';
import { createApp } from './app.ts';
import { createDeps } from './deps.ts';
import { readEnv } from './env.ts';
import { createRequests, hiddenOf } from './requests.fixture.ts';
import { baseUrl, createRows, type MadeLink, payPages, type Row } from './rows.fixture.ts';

/** Starts the pay process as main.ts does, with its own role, on a free port. */
async function startPay(databaseUrl: string, environment: Record<string, string>, logged: string[]) {
  const generous = '100000/60';
  const env = readEnv({
    DATABASE_URL: databaseUrl,
    PAY_BASE_URL: baseUrl,
    PAY_ABUSE_EMAIL: 'abuse@pay.example',
    RATE_LIMIT_PUBLIC_READ: generous,
    RATE_LIMIT_PUBLIC_PAY: generous,
    RATE_LIMIT_PUBLIC_PAY_HOUR: generous,
    ...environment,
  });
  const output = new Writable({
    write(chunk, _encoding, done) {
      logged.push(String(chunk));
      done();
    },
  });
  const deps = await createDeps(env, createLogger('pay', 'trace', output));
  const app = await createApp(deps, { keptSeconds: env.KEEP_ALIVE_SECONDS });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const close = async () => {
    await app.close();
    await deps.close();
  };
  return { deps, origin, close };
}

/** The pay process on a database of its own, and a merchant. Call it outside of hooks and tests. */
export function payPagesOfTest() {
  let test: TestDatabase;
  let ctx: TestContext;
  let shop: SeededMerchant;
  let rows: ReturnType<typeof createRows>;
  let running: Awaited<ReturnType<typeof startPay>>;
  const logged: string[] = [];
  const start = (environment: Record<string, string> = {}) => startPay(test.urlAs('pay'), environment, logged);
  const requests = createRequests(() => running.origin);

  async function merchant(product: 'paybill' | 'till' = 'paybill', name = 'Duka Bora'): Promise<SeededMerchant> {
    const made = await seed(ctx).owner().application().credentials('sandbox', { product, shortcode: '600000' }).mint();
    await rows.update('organizations', made.organizationId, { public_name: name, links_allowed_at: new Date() });
    return made;
  }

  /** A merchant with accounts at these networks, the first of which is its default. */
  async function merchantAt(...rails: RailName[]): Promise<SeededMerchant> {
    const application = seed(ctx).owner().application();
    const made = await (rails.includes('mpesa')
      ? application.credentials('sandbox', { shortcode: '600000' })
      : application
    ).mint();
    for (const rail of otherRails.filter((each) => rails.includes(each))) {
      const account = { applicationId: made.applicationId, environment: 'sandbox', rail } as const;
      await setRailAccount(ctx, { ...account, number: '450123', secrets: { clientId: 'id', clientSecret: 'secret' } });
    }
    await rows.update('organizations', made.organizationId, { public_name: 'Duka Bora', links_allowed_at: new Date() });
    return made;
  }

  beforeAll(async () => {
    test = await testDatabase();
    ctx = await testContext(test.database);
    ctx.clock.set(new Date());
    rows = createRows(test.database.pool);
    shop = await merchant();
    running = await start();
  });
  afterAll(async () => {
    await running.close();
    await test.close();
  });

  return {
    get test() {
      return test;
    },
    get shop() {
      return shop;
    },
    get running() {
      return running;
    },
    ...{ logged, start, merchant, merchantAt, payPages, ...requests },
    update: (table: string, id: string, columns: Row) => rows.update(table, id, columns),
    insert: (table: string, row: Row) => rows.insert(table, row),
    link: (given: Row = {}, columns: Row = {}, of = shop) => rows.link(of, given, columns),
    attempt: (of: MadeLink, columns: Row = {}, payment?: Row, owner = shop) =>
      rows.attempt(owner, of, columns, payment),
    attempts: (of: MadeLink) => rows.attempts(of),
    /** The hidden inputs of a form that is opened now. */
    opened: async (of: MadeLink) => hiddenOf((await requests.get(of.path)).text),
  };
}
