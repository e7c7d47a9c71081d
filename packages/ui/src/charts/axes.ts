import { type ChartProps, figureOf } from './series.ts';

const tick = { fontSize: 11, fill: 'var(--muted-foreground)' };

/** Settings of the x axis: labels that do not touch on a phone. */
export function xAxis({ index, formatIndex }: ChartProps) {
  return {
    dataKey: index,
    tick,
    tickLine: false,
    axisLine: { stroke: 'var(--border)' },
    tickMargin: 8,
    minTickGap: 28,
    interval: 'equidistantPreserveStart' as const,
    ...(formatIndex && { tickFormatter: (value: unknown) => formatIndex(String(value)) }),
  };
}

const characterPx = 7;
const widthMinPx = 28;
const widthMaxPx = 88;
/** Ticks are round figures, so that the last one may be above the largest value. */
const headroom = 1.5;

/**
 * Room for the longest label. Reckoned, not measured: what is measured before the font has come is cut off after.
 */
function widthOf({ data, series, stacked }: ChartProps, format: (value: number) => string): number {
  const tops = data.map((row) => {
    const figures = series.map(({ key }) => figureOf(row, key) ?? 0);
    return stacked ? figures.reduce((sum, figure) => sum + figure, 0) : Math.max(0, ...figures);
  });
  const top = Math.max(0, ...tops);
  const length = Math.max(...[top, top * headroom].map((value) => format(Math.round(value)).length));
  return Math.min(widthMaxPx, Math.max(widthMinPx, length * characterPx + 8));
}

/** Settings of the y axis: few, whole, short labels. */
export function yAxis(props: ChartProps) {
  const format = props.formatTick ?? props.formatValue;
  return {
    tick,
    tickLine: false,
    axisLine: false,
    tickCount: 4,
    width: widthOf(props, format ?? String),
    tickMargin: 4,
    allowDecimals: false,
    ...(format && { tickFormatter: (value: unknown) => format(Number(value)) }),
  };
}
