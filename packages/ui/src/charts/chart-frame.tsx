'use client';

import type { ReactElement } from 'react';
import { ResponsiveContainer } from 'recharts';
import { cn } from '../lib/cn.ts';
import { type ChartProps, colorOf, figureOf } from './series.ts';

type TableProps = Pick<
  ChartProps,
  'data' | 'index' | 'indexLabel' | 'series' | 'label' | 'formatIndex' | 'formatValue'
>;

/** The same figures as a table, for those who do not see the drawing. */
function ChartTable({
  data,
  index,
  indexLabel,
  series,
  label,
  formatIndex = String,
  formatValue = String,
}: TableProps) {
  return (
    <div className="sr-only">
      <table>
        <caption>{label}</caption>
        <thead>
          <tr>
            <th scope="col">{indexLabel}</th>
            {series.map((one) => (
              <th key={one.key} scope="col">
                {one.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.map((row) => (
            <tr key={String(row[index])}>
              <th scope="row">{formatIndex(String(row[index]))}</th>
              {series.map((one) => {
                const value = figureOf(row, one.key);
                return <td key={one.key}>{value === undefined ? '' : formatValue(value)}</td>;
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Legend, drawing of a fixed height, and the table behind it. */
export function ChartFrame({ chart, children }: { chart: ChartProps; children: ReactElement }) {
  const { series, label, height = 220, className } = chart;
  return (
    <figure className={cn('relative min-w-0', className)}>
      {series.length > 1 && (
        <ul aria-hidden="true" className="mb-2 flex flex-wrap gap-x-4 gap-y-1 text-muted-foreground text-xs">
          {series.map((one, position) => (
            <li key={one.key} className="flex items-center gap-1.5">
              <span className="size-2 rounded-xs" style={{ background: colorOf(one, position) }} />
              {one.label}
            </li>
          ))}
        </ul>
      )}
      <div role="img" aria-label={label} style={{ height }} className="w-full min-w-0">
        <ResponsiveContainer width="100%" height="100%" initialDimension={{ width: 320, height }}>
          {children}
        </ResponsiveContainer>
      </div>
      <ChartTable {...chart} />
    </figure>
  );
}
