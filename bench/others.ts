import { cpus, loadavg } from 'node:os';
import { measureBatches } from './batches.ts';
import { measureBrowser } from './browser.ts';
import { isReached, type Line, table } from './figures.ts';
import { measureFootprint } from './footprint.ts';
import { measureGrowth } from './growth/measure.ts';
import { measureSizing } from './sizing.ts';
import { measureStorage } from './storage.ts';

/** Options that measure something else than the money paths. */
export const others = {
  batches: { type: 'boolean', default: false },
  browser: { type: 'boolean', default: false },
  footprint: { type: 'boolean', default: false },
  growth: { type: 'boolean', default: false },
  storage: { type: 'boolean', default: false },
  sizing: { type: 'boolean', default: false },
  payments: { type: 'string' },
  seconds: { type: 'string', default: '60' },
  rates: { type: 'string', default: '10,30,100' },
} as const;

type Values = { full: boolean; payments?: string | undefined; seconds: string; rates: string } & Record<
  'batches' | 'browser' | 'footprint' | 'growth' | 'storage' | 'sizing',
  boolean
>;

const growthSizes = '10000,1000000';
const growthSizesFull = '10000,1000000,10000000';

/** @returns whether something else than the money paths was wanted */
export async function measureOther(values: Values): Promise<boolean> {
  const lines: Line[] = [];
  const what = process.argv.slice(2).join(' ');
  const where = () =>
    `${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}, Node ${process.version}, npm run bench -- ${what}`;
  if (values.sizing) {
    const sized = await measureSizing(values.rates.split(',').map(Number), Number(values.seconds));
    console.log(`${where()}\n\n${sized}`);
    return true;
  }
  if (values.batches) lines.push(...(await measureBatches()));
  if (values.browser) lines.push(...(await measureBrowser(values.full ? 15 : 5)));
  if (values.footprint) lines.push(...(await measureFootprint({ soakSeconds: values.full ? 3_600 : 180 })));
  if (values.growth) {
    const counts = (values.payments ?? (values.full ? growthSizesFull : growthSizes)).split(',').map(Number);
    lines.push(...(await measureGrowth(counts, values.full ? 100 : 50)));
  }
  if (values.storage) lines.push(...(await measureStorage(values.full ? 20_000 : 5_000)));
  if (lines.length === 0) return false;
  console.log(where());
  console.log(table(lines));
  if (lines.some((line) => isReached(line) === false)) console.log('Not every goal is reached.');
  return true;
}
