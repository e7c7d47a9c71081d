import { createExport, downloadExport, workExport } from '../exports/index.ts';
import { readColumn } from '../exports/read-back.fixture.ts';
import type { TenantContext } from '../kernel/context.ts';
import { dayMs } from '../kernel/time.ts';
import { listDays } from '../reading/closing/index.ts';
import { reportHome } from '../reading/home/index.ts';
import { totalPayments } from '../reading/payments/index.ts';
import { reportCollections } from '../reading/reports/index.ts';

/** Of the worker that writes files. */
type Worker = Parameters<typeof workExport>[0];
type ByDay = Record<string, number>;

const nairobiMs = 3 * 3_600_000;
const cents = (kes: string | number | null) => Math.round(Number(kes) * 100);
const dayOf = (moment: Date) => new Date(moment.getTime() + nairobiMs).toISOString().slice(0, 10);

/**
 * What came in on each of the last days of Nairobi, today included, in cents, as each part of the product says it. Home
 * knows 30 days.
 */
export async function collectedEverywhere(
  who: TenantContext,
  worker: Worker,
  count: number,
): Promise<Record<'list' | 'report' | 'close' | 'home' | 'file', ByDay>> {
  const now = who.clock.now();
  const days = Array.from({ length: count }, (_, ago) => dayOf(new Date(now.getTime() - ago * dayMs))).reverse();
  const first = days[0] ?? '';
  const list: ByDay = {};
  for (const day of days) {
    const from = new Date(Date.parse(day) - nairobiMs);
    const createdTo = new Date(from.getTime() + dayMs);
    list[day] = cents(
      (await totalPayments(who, { createdFrom: from.toISOString(), createdTo: createdTo.toISOString() })).sum,
    );
  }
  const { current } = await reportCollections(who, who.tenant, { from: first, to: days.at(-1) ?? '' });
  const { days: closed } = await listDays(who, { count: Math.min(count, 31) });
  const home = await reportHome(who, { timeZone: 'Africa/Nairobi' });
  return {
    list,
    report: Object.fromEntries(current.rows.map(({ label, gross }) => [label, cents(gross)])),
    close: Object.fromEntries(closed.map(({ day, figures }) => [day, figures.collected])),
    home: Object.fromEntries(home.days.map(({ day, amount }) => [day, cents(amount)])),
    file: await readFile(who, worker, days),
  };
}

/** A spreadsheet counts days from here. */
const serialEpochMs = Date.UTC(1899, 11, 30);

async function readFile(who: TenantContext, worker: Worker, days: string[]): Promise<ByDay> {
  const filter = { status: 'success', createdFrom: new Date(Date.parse(days[0] ?? '') - nairobiMs).toISOString() };
  const columns = ['created_at', 'exact_amount'];
  const asked = { list: 'payments', format: 'xlsx', filter, columns, timeZone: 'Africa/Nairobi' } as const;
  const { exportId } = await createExport(who, asked);
  while (!(await workExport(worker, { exportId })).ended);
  const column = async (name: string) => {
    const values: string[] = [];
    await readColumn('xlsx', (await downloadExport(who, { exportId })).parts(), name, (value) => values.push(value));
    return values;
  };
  const times = await column('created_at');
  const sums = await column('exact_amount');
  const byDay = Object.fromEntries(days.map((day) => [day, 0]));
  for (const [index, serial] of times.entries()) {
    const day = new Date(serialEpochMs + Math.floor(Number(serial)) * dayMs).toISOString().slice(0, 10);
    byDay[day] = (byDay[day] ?? 0) + cents(sums[index] ?? null);
  }
  return byDay;
}
