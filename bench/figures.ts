/** One line of the table. `ratio`: the product's figure as a share of the floor's, so that 1 is as fast as the floor. */
export type Line = {
  path: string;
  figure: string;
  floor?: string;
  ratio?: number;
  /** The product's p99 as a multiple of the floor's. */
  p99?: number;
  /** What has to be reached: a ratio at least, milliseconds or another unit at most, or so many a second at least. */
  goal?:
    | { ratio: number; p99Max?: number }
    | { msMax: number; ms: number }
    | { perSecondMin: number; perSecond: number }
    | { value: number; max: number; unit: string };
  /** CPU microseconds for each request or payment, by process, commits, and bytes of WAL. */
  costs?: Record<string, number>;
};

export function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(sorted.length * share) - 1))] ?? Number.NaN;
}

export const median = (values: number[]) => quantile(values, 0.5);

/** What a database did since it was made. */
export type Written = { commits: number; walBytes: number };

/** What `work` cost for each of `count` things: CPU microseconds by process, commits, and bytes of WAL. */
export async function costsOf(
  world: { cpu(): Record<string, number>; written(): Promise<Written> },
  work: () => Promise<number>,
): Promise<Record<string, number>> {
  const before = world.cpu();
  const writtenBefore = await world.written();
  const count = await work();
  const after = world.cpu();
  const written = await world.written();
  const each = (name: keyof Written) => (written[name] - writtenBefore[name]) / count;
  const cpu = Object.entries(after).map(([name, ms]) => [
    `${name} µs`,
    Math.round(((ms - (before[name] ?? 0)) * 1000) / count),
  ]);
  return {
    ...Object.fromEntries(cpu),
    commits: Math.round(each('commits') * 100) / 100,
    'WAL bytes': Math.round(each('walBytes')),
  };
}

export function isReached({ goal, ratio, p99 = 0 }: Line): boolean | undefined {
  if (!goal) return undefined;
  if ('ratio' in goal) return ratio !== undefined && ratio >= goal.ratio && p99 <= (goal.p99Max ?? p99);
  if ('perSecond' in goal) return goal.perSecond >= goal.perSecondMin;
  return 'unit' in goal ? goal.value <= goal.max : goal.ms <= goal.msMax;
}

function wanted({ goal }: Line): string {
  if (!goal) return '';
  if ('perSecond' in goal) return `${goal.perSecondMin}/s`;
  if ('ratio' in goal) return goal.ratio.toFixed(2) + (goal.p99Max ? `, p99 ${goal.p99Max} times` : '');
  return 'unit' in goal ? `${goal.max} ${goal.unit}` : `${goal.msMax} ms`;
}

export function table(lines: Line[]): string {
  const rows = lines.map((line) => {
    const { ratio } = line;
    const reached = isReached(line);
    return [
      line.path,
      line.figure,
      line.floor ?? '',
      ratio === undefined ? '' : `${ratio.toFixed(2)}${line.p99 === undefined ? '' : `, p99 ${line.p99.toFixed(2)}`}`,
      wanted(line),
      reached === undefined ? '' : reached ? 'yes' : 'NO',
      Object.entries(line.costs ?? {})
        .map(([name, value]) => `${name} ${value}`)
        .join(', '),
    ];
  });
  const head = ['Path', 'Tillgate', 'Floor', 'Ratio', 'Goal', 'Reached', 'Cost each'];
  const widths = head.map((title, n) => Math.max(title.length, ...rows.map((row) => row[n]?.length ?? 0)));
  const line = (cells: string[]) => `| ${cells.map((cell, n) => cell.padEnd(widths[n] ?? 0)).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}
