'use client';

import { useId } from 'react';
import { ChartFrame } from './chart-frame.tsx';
import type { Extent, Layout } from './layout.ts';
import { type ChartProps, colorOf } from './series.ts';

/** Amounts to compare: by reason, by hour, by day. */
export function BarChart(props: ChartProps) {
  const { data, series, stacked, isLastPartial } = props;
  const id = useId();
  return (
    <ChartFrame chart={props} isBanded>
      {(layout, extents) =>
        series.map((one, position) => {
          const [color, hatching] = [colorOf(one, position), `${id}-${one.key}`];
          const isHatched = (row: number) => one.isMarked || (isLastPartial && row === data.length - 1);
          return (
            <g key={one.key}>
              <Hatching id={hatching} color={color} />
              {barsOf({ layout, extents, position, isStacked: stacked }).map(({ row, path }) => (
                <path key={row} d={path} fill={isHatched(row) ? `url(#${hatching})` : color} />
              ))}
            </g>
          );
        })
      }
    </ChartFrame>
  );
}

/** Stripes in a colour. */
function Hatching({ id, color }: { id: string; color: string }) {
  return (
    <pattern id={id} width={5} height={5} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <rect width={5} height={5} fill={color} opacity={0.35} />
      <rect width={3} height={5} fill={color} />
    </pattern>
  );
}

/** The share of its room that a row fills. */
const filled = 0.8;
const widthMaxPx = 28;
const gapPx = 1;
const radiusPx = 2;

type Bars = { layout: Layout; extents: Extent[][]; position: number; isStacked: boolean | undefined };

/** The bars of one series, as paths. Bars of several series stand beside each other, or on top of each other. */
function barsOf({ layout, extents, position, isStacked }: Bars): { row: number; path: string }[] {
  const { x, y, step } = layout;
  const beside = isStacked ? 1 : extents.length;
  const room = Math.min(widthMaxPx, (step * filled) / beside);
  const width = Math.max(1, Math.floor(room - (beside > 1 ? gapPx : 0)));
  return (extents[position] ?? []).flatMap((extent, row) => {
    if (!extent || extent.from === extent.to) return [];
    const place = isStacked ? 0 : position;
    const left = Math.round(x(row) - (room * beside) / 2 + room * place + (room - width) / 2);
    const isUp = extent.to > extent.from;
    const isOuter = !isStacked || !extents.slice(position + 1).some((more) => isBeyond(more[row], isUp));
    return { row, path: barPath({ left, width, base: y(extent.from), end: y(extent.to), isOuter, isUp }) };
  });
}

const isBeyond = (extent: Extent, isUp: boolean) =>
  extent !== undefined && (isUp ? extent.to > extent.from : extent.to < extent.from);

type Bar = { left: number; width: number; base: number; end: number; isOuter: boolean; isUp: boolean };

/** A bar with round corners at its outer end. What is not zero is at least one px high; parts of a pile have a gap between. */
function barPath({ left, width, base, end, isOuter, isUp }: Bar): string {
  const sign = isUp ? 1 : -1;
  const height = Math.max(1, Math.round(Math.abs(base - end)) - (isOuter ? 0 : gapPx));
  const from = Math.round(base);
  const to = from - sign * height;
  const radius = isOuter ? Math.min(radiusPx, width / 2, height) : 0;
  const right = left + width;
  const shoulder = to + sign * radius;
  return (
    `M${left},${from}V${shoulder}Q${left},${to} ${left + radius},${to}` +
    `H${right - radius}Q${right},${to} ${right},${shoulder}V${from}Z`
  );
}
