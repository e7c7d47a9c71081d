'use client';

import { area, line } from 'd3-shape';
import { ChartFrame } from './chart-frame.tsx';
import type { Extent, Layout } from './layout.ts';
import { type ChartProps, colorOf } from './series.ts';

/** How something went over time. Points are joined by straight lines: nothing is known of what was between two of them. */
export function AreaChart(props: ChartProps) {
  return (
    <ChartFrame chart={props} isBanded={false}>
      {(layout, extents) =>
        props.series.map((one, position) => (
          <Area
            key={one.key}
            extents={extents[position] ?? []}
            layout={layout}
            color={colorOf(one, position)}
            isStacked={props.stacked}
            isDashed={one.isMarked}
          />
        ))
      }
    </ChartFrame>
  );
}

type AreaProps = { extents: Extent[]; layout: Layout; color: string; isStacked?: boolean; isDashed?: boolean };

function Area({ extents, layout: { x, y }, color, isStacked, isDashed }: AreaProps) {
  const isKnown = (extent: Extent) => extent !== undefined;
  const across = (_: Extent, index: number) => x(index);
  const end = (extent: Extent) => y(extent?.to ?? 0);
  const fill = area<Extent>(across, (extent) => y(extent?.from ?? 0), end).defined(isKnown)(extents) ?? '';
  const stroke = line<Extent>(across, end).defined(isKnown)(extents) ?? '';
  return (
    <>
      <path d={fill} fill={color} opacity={isStacked ? 0.35 : 0.1} />
      <path
        d={stroke}
        fill="none"
        stroke={color}
        strokeWidth={1.75}
        strokeDasharray={isDashed ? '5 4' : undefined}
        strokeLinejoin="round"
        strokeLinecap={isDashed ? 'butt' : 'round'}
      />
      {extents.map((extent, index) =>
        // A point between two unknown ones has no line: without a dot nobody would see it.
        extent && !extents[index - 1] && !extents[index + 1] ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: a point is its place
          <circle key={index} cx={x(index)} cy={y(extent.to)} r={2.5} fill={color} />
        ) : null,
      )}
    </>
  );
}
