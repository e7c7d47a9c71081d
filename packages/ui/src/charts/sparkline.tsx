import { cn } from '../lib/cn.ts';
import type { ChartColor } from './series.ts';

/** Props of {@link Sparkline}. */
interface SparklineProps {
  values: readonly number[];
  /** What it shows, with its last or its extreme values in words: the accessible name. */
  label: string;
  color?: ChartColor;
  width?: number;
  height?: number;
  className?: string;
}

/** The shape of a series beside its figure; drawn on the server, without a charting library. */
export function Sparkline({ values, label, color = 1, width = 96, height = 28, className }: SparklineProps) {
  const low = Math.min(0, ...values);
  const span = Math.max(...values, low + 1) - low;
  const step = values.length > 1 ? (width - 2) / (values.length - 1) : 0;
  const points = values.map((value, index) => {
    const x = 1 + index * step;
    const y = height - 2 - ((value - low) / span) * (height - 4);
    return `${x.toFixed(1)},${y.toFixed(1)}`;
  });
  const stroke = `var(--chart-${color})`;
  const last = 1 + (values.length - 1) * step;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      className={cn('block', className)}
    >
      {points.length > 1 && (
        <>
          <polygon points={`1,${height} ${points.join(' ')} ${last},${height}`} fill={stroke} opacity={0.1} />
          <polyline points={points.join(' ')} fill="none" stroke={stroke} strokeWidth={1.5} strokeLinejoin="round" />
        </>
      )}
    </svg>
  );
}
