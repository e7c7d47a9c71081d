'use client';

import { type ReactNode, useRef } from 'react';
import { Skeleton } from '../components/skeleton.tsx';
import { cn } from '../lib/cn.ts';
import { ChartCursor } from './chart-cursor.tsx';
import { ChartTable } from './chart-table.tsx';
import { type Extent, extentsOf, type Layout, layoutOf } from './layout.ts';
import { type ChartProps, colorOf } from './series.ts';
import { useWidth } from './use-width.ts';

interface Props {
  chart: ChartProps;
  /** Rows have a room of their own, as bars do. */
  isBanded: boolean;
  /** Draws the series; `extents` by series, then by row. */
  children: (layout: Layout, extents: Extent[][]) => ReactNode;
}

/** Legend, axes, a drawing of a fixed height, what the pointer is at, and the table behind it. */
export function ChartFrame({ chart, isBanded, children }: Props) {
  const { data, series, label, height = 220, className } = chart;
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const extents = extentsOf(chart);
  const layout = width > 0 ? layoutOf({ ...chart, extents, width, height, isBanded }) : undefined;
  return (
    <figure className={cn('min-w-0', className)}>
      {series.length > 1 && <Legend series={series} />}
      <div ref={box} className="relative w-full min-w-0">
        <div role="img" aria-label={label} style={{ height }}>
          {layout ? (
            <svg aria-hidden="true" viewBox={`0 0 ${width} ${height}`} className="block size-full">
              <Axes layout={layout} />
              {children(layout, extents)}
            </svg>
          ) : (
            <Skeleton className="h-full w-full" />
          )}
        </div>
        {layout && data.length > 0 && (
          <ChartCursor chart={chart} layout={layout} extents={extents} isBanded={isBanded} />
        )}
      </div>
      <ChartTable {...chart} />
    </figure>
  );
}

function Legend({ series }: Pick<ChartProps, 'series'>) {
  return (
    <ul aria-hidden="true" className="mb-2 flex flex-wrap gap-x-4 gap-y-1 text-muted-foreground text-xs">
      {series.map((one, position) => (
        <li key={one.key} className="flex items-center gap-1.5">
          <span className="size-2.5 rounded-xs" style={{ background: swatchOf(one, position) }} />
          {one.label}
        </li>
      ))}
    </ul>
  );
}

function swatchOf(one: ChartProps['series'][number], position: number): string {
  const color = colorOf(one, position);
  return one.isMarked ? `repeating-linear-gradient(45deg, ${color} 0 2px, transparent 2px 4px)` : color;
}

const textSizePx = 11;
/** Lines of one px are sharp between the pixels' edges. */
const sharp = (place: number) => Math.round(place) + 0.5;

function Axes({ layout }: { layout: Layout }) {
  const { left, right, bottom, ticks, labels, y } = layout;
  return (
    <g fill="var(--muted-foreground)" fontSize={textSizePx}>
      {ticks.map(({ text, at }) => (
        <g key={at}>
          <line x1={left} x2={right} y1={sharp(at)} y2={sharp(at)} stroke="var(--chart-grid)" />
          <text x={left - 6} y={at} dy="0.32em" textAnchor="end">
            {text}
          </text>
        </g>
      ))}
      <line x1={left} x2={right} y1={sharp(y(0))} y2={sharp(y(0))} stroke="var(--input)" />
      {labels.map(({ text, at, of }) => (
        <g key={of}>
          <line x1={sharp(of)} x2={sharp(of)} y1={bottom + 1} y2={bottom + 4} stroke="var(--input)" />
          <text x={at} y={bottom + 18} textAnchor="middle">
            {text}
          </text>
        </g>
      ))}
    </g>
  );
}
