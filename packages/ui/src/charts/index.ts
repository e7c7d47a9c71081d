/** Charts. Load with `next/dynamic`, except Sparkline, which is a few bytes of SVG. */
export { AreaChart } from './area-chart.tsx';
export { BarChart } from './bar-chart.tsx';
export type { ChartColor, ChartProps, ChartRow, ChartSeries } from './series.ts';
export { Sparkline, type SparklineProps } from './sparkline.tsx';
