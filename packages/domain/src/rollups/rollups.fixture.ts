import type { Context, Tenant } from '../kernel/context.ts';

/** Totals as `{ "made|hour|payment|…": "count amount exact" }`, without those of nothing. */
type Totals = Record<string, string>;

type Added = { count: number; amount: number; millionths: bigint };

const hourOf = (at: Date) => new Date(Math.floor(at.getTime() / 3_600_000) * 3_600_000).toISOString();

function millionthsOf(exact: string): bigint {
  const [whole = '0', fraction = ''] = exact.split('.');
  return BigInt(whole) * 1_000_000n + BigInt(fraction.padEnd(6, '0').slice(0, 6));
}

/** Adds up every payment and disbursement of a tenant, one by one. */
export async function naiveTotals(ctx: Context, tenant: Tenant): Promise<Totals> {
  const payments = await ctx.db.prisma.payment.findMany({ where: tenant });
  const disbursements = await ctx.db.prisma.disbursement.findMany({ where: tenant });
  const sourceOf = new Map<string | null, string>(payments.map(({ id, source }) => [id, source]));
  const sums = new Map<string, Added>();
  const add = (key: unknown[], { amount, exactAmount }: { amount: number; exactAmount?: string | null }) => {
    const name = key.join('|');
    const sum = sums.get(name) ?? { count: 0, amount: 0, millionths: 0n };
    sums.set(name, {
      count: sum.count + 1,
      amount: sum.amount + amount,
      millionths: sum.millionths + millionthsOf(exactAmount ?? String(amount)),
    });
  };
  for (const row of payments) {
    const rest = ['payment', row.source, row.status, row.resultCode ?? '', row.shortcode];
    add(['made', hourOf(row.createdAt), ...rest], row);
    const moved = row.source === 'c2b' ? row.createdAt : row.settledAt;
    if (row.status === 'success' && moved) add(['settled', hourOf(moved), ...rest], row);
  }
  for (const row of disbursements) {
    const source = sourceOf.get(row.paymentId) ?? '';
    const rest = [row.kind, source, row.status, row.resultCode ?? '', row.shortcode];
    add(['made', hourOf(row.createdAt), ...rest], row);
    if (row.status === 'success' && row.settledAt) add(['settled', hourOf(row.settledAt), ...rest], row);
  }
  const entries = [...sums].map(([key, sum]) => [key, `${sum.count} ${sum.amount} ${sum.millionths}`] as const);
  return Object.fromEntries(entries.sort());
}

type Row = { key: string; count: string; amount: string; exact: string };

const totalsSql = (tables: string) => `
  SELECT concat_ws('|', basis, to_char(hour AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), kind, source, status,
    result_code, shortcode) AS key, sum(count)::text AS count, sum(amount)::text AS amount,
    (sum(exact_amount) * 1000000)::numeric(38, 0)::text AS exact
  FROM (${tables}) t WHERE application_id = $1 AND environment = $2 GROUP BY 1
  HAVING sum(count) <> 0 OR sum(amount) <> 0 OR sum(exact_amount) <> 0`;
const columns =
  'application_id, environment, basis, hour, kind, source, status, result_code, shortcode, count, amount, exact_amount';

async function read(ctx: Context, { applicationId, environment }: Tenant, tables: string): Promise<Totals> {
  const { rows } = await ctx.db.pool.query<Row>(totalsSql(tables), [applicationId, environment]);
  const entries = rows.map(({ key, count, amount, exact }) => [key, `${count} ${amount} ${exact}`] as const);
  return Object.fromEntries(entries.sort());
}

/** What the totals say once the changes are added. */
export const currentTotals = (ctx: Context, tenant: Tenant) =>
  read(ctx, tenant, `SELECT ${columns} FROM rollups UNION ALL SELECT ${columns} FROM rollup_changes`);

/** What the totals alone say. */
export const storedTotals = (ctx: Context, tenant: Tenant) => read(ctx, tenant, `SELECT ${columns} FROM rollups`);
