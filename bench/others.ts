import { cpus, loadavg } from 'node:os';
import { measureBrowser } from './browser.ts';
import { isReached, type Line, table } from './figures.ts';
import { measureFootprint } from './footprint.ts';
import { measureGrowth } from './growth/measure.ts';
import { measureStorage } from './storage.ts';

/** Options that measure something else than the money paths. */
export const others = {
  browser: { type: 'boolean', default: false },
  footprint: { type: 'boolean', default: false },
  growth: { type: 'boolean', default: false },
  storage: { type: 'boolean', default: false },
  payments: { type: 'string' },
} as const;

type Values = { full: boolean; payments?: string | undefined } & Record<
  'browser' | 'footprint' | 'growth' | 'storage',
  boolean
>;

const growthSizes = '10000,1000000';
const growthSizesFull = '10000,1000000,10000000';

/** @returns whether something else than the money paths was wanted */
export async function measureOther(values: Values): Promise<boolean> {
  const lines: Line[] = [];
  if (values.browser) lines.push(...(await measureBrowser(values.full ? 15 : 5)));
  if (values.footprint) lines.push(...(await measureFootprint({ soakSeconds: values.full ? 3_600 : 180 })));
  if (values.growth) {
    const counts = (values.payments ?? (values.full ? growthSizesFull : growthSizes)).split(',').map(Number);
    lines.push(...(await measureGrowth(counts, values.full ? 100 : 50)));
  }
  if (values.storage) lines.push(...(await measureStorage(values.full ? 20_000 : 5_000)));
  if (lines.length === 0) return false;
  const what = process.argv.slice(2).join(' ');
  console.log(
    `${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}, Node ${process.version}, npm run bench -- ${what}`,
  );
  console.log(table(lines));
  if (lines.some((line) => isReached(line) === false)) console.log('Not every goal is reached.');
  return true;
}
