import type { Database } from '@tillgate/db';
import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import type { TenantContext } from '../kernel/context.ts';
import { authorityOf } from '../organizations/index.ts';
import { type SeededMerchant, seed, type TestContext, testContext } from '../testing/index.ts';
import { downloadExport } from './download-export.ts';
import { type WorkLimits, workExport } from './work-export.ts';

type Person = TenantContext & { userId: string };

export type ExportWorld = {
  ctx: TestContext;
  /** The worker, with the rights of its database role. */
  worker: TestContext & { dashboardUrl: string };
  database: Database;
  /** Of the database, with all rights. */
  url: string;
  shop(): Promise<SeededMerchant>;
  /** A member of a shop in the dashboard, with the rights of the dashboard in the database. */
  as(shop: SeededMerchant, role: SeededMerchant['members'][number]['role']): Person;
  /** Writes `count` payments, one millisecond apart, the last one a second ago. */
  payments(tenant: TenantContext['tenant'], count: number): Promise<void>;
  /** Works at an export until it ends. Returns the number of calls. */
  finish(exportId: string, limits?: WorkLimits): Promise<number>;
  /** The bytes of a file, and the biggest piece of it. */
  download(who: Person, exportId: string): Promise<{ file: Buffer; biggest: number; name: string }>;
  close(): Promise<void>;
};

/** Payments of all kinds, with references that a spreadsheet would misread. */
const fill = `
  INSERT INTO payments (id, application_id, environment, source, status, amount, requested_amount, phone, account_ref,
    description, shortcode, callback_token, provider_receipt, result_code, result_desc, settled_by, created_at, prompted_at,
    settled_at)
  SELECT
    (lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0') || '7' || substr(hash, 1, 3) || '8' || substr(hash, 4, 15))::uuid,
    $1::uuid, $2::"Environment", 'stk', status::"PaymentStatus", 1 + n % 5000, 1 + n % 5000,
    '2547' || lpad((n % 100000000)::text, 8, '0'),
    CASE n % 4 WHEN 0 THEN '=1+' || n WHEN 1 THEN lpad(n::text, 6, '0') WHEN 2 THEN 'INV-' || n ELSE '"a",' || n END,
    'Payment', '174379', hash, CASE WHEN status = 'success' THEN 'T' || upper(substr(hash, 1, 14)) END,
    CASE status WHEN 'success' THEN '0' WHEN 'failed' THEN '1032' END, 'told so',
    CASE WHEN status <> 'pending' THEN 'callback' END::"SettledBy", at, at, CASE WHEN status <> 'pending' THEN at END
  FROM (
    SELECT n, md5($1::text || n || $4::timestamptz) AS hash,
      CASE WHEN n % 10 = 3 THEN 'failed' WHEN n % 10 = 7 THEN 'pending' ELSE 'success' END AS status,
      date_trunc('milliseconds', $4::timestamptz - interval '1 second' - n * interval '1 millisecond') AS at
    FROM generate_series($3::bigint, $5::bigint) n) made`;

/** Rows that one statement writes, so that none takes too long. */
const fillMax = 25_000;

async function fillPayments(
  database: Database,
  { applicationId, environment }: TenantContext['tenant'],
  count: number,
  now: Date,
): Promise<void> {
  for (let from = 1; from <= count; from += fillMax) {
    const to = Math.min(from + fillMax - 1, count);
    await database.pool.query(fill, [applicationId, environment, from, now, to]);
  }
}

export async function exportWorld(): Promise<ExportWorld> {
  const test: TestDatabase = await testDatabase();
  const ctx = await testContext(test.database);
  const worker = { ...ctx, db: test.databaseAs('worker'), dashboardUrl: 'https://till.example' };
  const web = test.databaseAs('web');
  return {
    ctx,
    worker,
    database: test.database,
    url: test.url,
    shop: () => seed(ctx).owner().application().member('finance').member('support').member('developer').mint(),
    as(shop, role) {
      const member = shop.members.find((each) => each.role === role) ?? shop.owner;
      const { userId } = member;
      return { ...shop.as('sandbox'), db: web, actor: `user:${userId}`, userId, authority: authorityOf(role) };
    },
    payments: (tenant, count) => fillPayments(test.database, tenant, count, ctx.clock.now()),
    async finish(exportId, limits) {
      for (let call = 1; ; call += 1) {
        if ((await workExport(worker, { exportId }, limits)).ended) return call;
      }
    },
    async download(who, exportId) {
      const opened = await downloadExport(who, { exportId });
      const parts: Buffer[] = [];
      for await (const part of opened.parts()) parts.push(part);
      const biggest = Math.max(...parts.map(({ length }) => length));
      return { file: Buffer.concat(parts), biggest, name: opened.fileName };
    },
    close: () => test.close(),
  };
}
