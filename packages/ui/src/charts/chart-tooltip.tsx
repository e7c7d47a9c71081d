import { figuresAt, type Layout } from './layout.ts';
import { type ChartProps, type ChartRow, colorOf } from './series.ts';

interface Props {
  chart: ChartProps;
  row: ChartRow;
  layout: Layout;
  /** The middle of the row, px from the left. */
  x: number;
  isBanded: boolean;
}

const gapPx = 8;

/** The figures of one row, on the side where more room is, so that it never leaves the frame. */
export function ChartTooltip({ chart, row, layout: { width, top, step }, x, isBanded }: Props) {
  const { index, series, formatIndex = String, formatValue = String } = chart;
  const figures = figuresAt(row, series);
  if (figures.length === 0) return null;
  const gap = gapPx + (isBanded ? step / 2 : 0);
  const place = x > width / 2 ? { right: width - x + gap } : { left: x + gap };
  return (
    <div
      aria-hidden="true"
      style={{ ...place, top, maxWidth: Math.max(x, width - x) - gap }}
      className="pointer-events-none absolute z-10 rounded-md border bg-popover px-2.5 py-2 text-popover-foreground text-xs shadow-overlay"
    >
      <p className="mb-1 text-muted-foreground">{formatIndex(String(row[index]))}</p>
      {figures.map(({ one, value }) => (
        <p key={one.key} className="flex items-center gap-1.5">
          <span className="size-2 shrink-0 rounded-xs" style={{ background: colorOf(one, series.indexOf(one)) }} />
          {series.length > 1 && <span className="text-muted-foreground">{one.label}</span>}
          <span className="ml-auto whitespace-nowrap pl-3 font-medium">{formatValue(value)}</span>
        </p>
      ))}
    </div>
  );
}
