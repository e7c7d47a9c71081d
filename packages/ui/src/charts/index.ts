/** Charts in SVG. The server sends their tables; the drawings come when their width is known. */
export { AreaChart } from './area-chart.tsx';
export { BarChart } from './bar-chart.tsx';
export type { ChartColor, ChartProps, ChartRow } from './series.ts';
