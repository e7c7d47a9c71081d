'use client';

import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { ChartTooltip } from './chart-tooltip.tsx';
import { type Extent, figuresAt, type Layout, rowAt } from './layout.ts';
import { type ChartProps, colorOf } from './series.ts';

interface Props {
  chart: ChartProps;
  layout: Layout;
  extents: Extent[][];
  isBanded: boolean;
}

/**
 * Shows the figures of one row: below the pointer, where a finger touched, or where the arrow keys went. The keys belong to a
 * slider that nobody sees: screen readers and browsers know how to move one.
 */
export function ChartCursor({ chart, layout, extents, isBanded }: Props) {
  const { data, index, series, label, formatIndex = String, formatValue = String } = chart;
  const last = data.length - 1;
  const { box, at, isShown, show, hide } = useCursor(last);
  const row = data[at];
  const follow = ({ clientX, currentTarget }: PointerEvent) =>
    show(rowAt(layout, data.length, clientX - currentTarget.getBoundingClientRect().left, isBanded));
  const name = row ? formatIndex(String(row[index])) : '';
  const said = row && figuresAt(row, series).map(({ one, value }) => `${one.label} ${formatValue(value)}`);
  return (
    <div
      ref={box}
      className="absolute inset-0 touch-pan-y rounded-sm has-focus-visible:outline-2 has-focus-visible:outline-ring"
      onPointerDown={follow}
      onPointerMove={follow}
      onPointerCancel={hide}
      // A finger that is lifted leaves too: what it touched stays until the next touch elsewhere.
      onPointerLeave={({ pointerType }) => pointerType !== 'touch' && hide()}
    >
      <input
        type="range"
        min={0}
        max={last}
        value={at}
        aria-label={label}
        aria-valuetext={`${name}: ${said?.join(', ')}`}
        onChange={(event) => show(Number(event.target.value))}
        onFocus={() => show(at)}
        onBlur={hide}
        className="pointer-events-none absolute inset-0 size-full opacity-0 print:hidden"
      />
      {isShown && row && (
        <>
          <Mark chart={chart} layout={layout} extents={extents} isBanded={isBanded} at={at} />
          <ChartTooltip chart={chart} row={row} layout={layout} x={layout.x(at)} isBanded={isBanded} />
        </>
      )}
    </div>
  );
}

/** Which row is shown, if any. Esc hides it, and so does a touch elsewhere. */
function useCursor(last: number) {
  const box = useRef<HTMLDivElement>(null);
  const [row, setRow] = useState(last);
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    if (!isShown) return;
    const press = ({ key }: KeyboardEvent) => key === 'Escape' && setShown(false);
    const touch = ({ target }: Event) => box.current?.contains(target as Node) || setShown(false);
    document.addEventListener('keydown', press);
    document.addEventListener('pointerdown', touch);
    return () => {
      document.removeEventListener('keydown', press);
      document.removeEventListener('pointerdown', touch);
    };
  }, [isShown]);
  const show = (shown: number) => {
    setRow(shown);
    setShown(true);
  };
  return { box, at: Math.min(row, last), isShown, show, hide: () => setShown(false) };
}

/** Which row is meant: its room where bars stand, otherwise a line with a dot on each series. */
function Mark({ chart, layout, extents, isBanded, at }: Props & { at: number }) {
  const { width, height, top, bottom, step, x, y } = layout;
  const middle = x(at);
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${width} ${height}`}
      className="pointer-events-none absolute inset-0 size-full"
    >
      {isBanded ? (
        <rect
          x={middle - step / 2}
          y={top}
          width={step}
          height={bottom - top}
          fill="var(--foreground)"
          opacity={0.07}
        />
      ) : (
        <>
          <line x1={middle} x2={middle} y1={top} y2={bottom} stroke="var(--muted-foreground)" strokeDasharray="3 3" />
          {chart.series.map((one, position) => {
            const extent = extents[position]?.[at];
            const fill = colorOf(one, position);
            return extent && <circle key={one.key} cx={middle} cy={y(extent.to)} r={3.5} fill={fill} />;
          })}
        </>
      )}
    </svg>
  );
}
