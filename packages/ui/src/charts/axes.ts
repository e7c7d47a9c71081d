import type { ChartProps } from './series.ts';

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

/** Settings of the y axis: few, whole, short labels. */
export function yAxis({ formatTick, formatValue }: ChartProps) {
  const format = formatTick ?? formatValue;
  return {
    tick,
    tickLine: false,
    axisLine: false,
    tickCount: 4,
    width: 'auto' as const,
    tickMargin: 4,
    allowDecimals: false,
    ...(format && { tickFormatter: (value: unknown) => format(Number(value)) }),
  };
}
