/** The colours of a chart's series, in the order in which they are used. */
export type ChartColor = 1 | 2 | 3 | 4 | 5;

/** One point of a chart: its index and a number, or nothing, for each series. */
export type ChartRow = Record<string, string | number | null | undefined>;

/** One line, area or set of bars. */
export interface ChartSeries {
  /** The property of the rows. */
  key: string;
  /** Its name in legend, tooltip and table. */
  label: string;
  /** Token chart-1 … chart-5; by position otherwise. */
  color?: ChartColor;
  /** Dashed or hatched: told from its neighbour without colour. */
  isMarked?: boolean;
}

/** What all charts take. */
export interface ChartProps {
  data: readonly ChartRow[];
  /** The property of the rows that stands on the x axis. */
  index: string;
  /** Its name in the table for screen readers. */
  indexLabel: string;
  series: readonly ChartSeries[];
  /** What the chart shows, in one sentence: its accessible name. */
  label: string;
  /** Height in px; the same while loading, so that nothing moves. */
  height?: number;
  /** The last bar is of a time that is not over: it is hatched. */
  isLastPartial?: boolean;
  /** Series on top of each other. */
  stacked?: boolean;
  /** Places in tooltip and table. */
  formatIndex?: (value: string) => string;
  /** Places at the axis, where room is short; one that repeats its neighbour is left out. As `formatIndex` otherwise. */
  formatPlace?: (value: string) => string;
  /** Values in tooltip and table. */
  formatValue?: (value: number) => string;
  /** Values at the axis, where room is short: "12k". */
  formatTick?: (value: number) => string;
  className?: string;
}

/** The CSS colour of a series. */
export function colorOf(series: ChartSeries, position: number): string {
  return `var(--chart-${series.color ?? (position % 5) + 1})`;
}

/** A number of a row, or nothing. */
export function figureOf(row: ChartRow, key: string): number | undefined {
  const value = row[key];
  return typeof value === 'number' ? value : undefined;
}
