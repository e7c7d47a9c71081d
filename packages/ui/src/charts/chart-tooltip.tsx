'use client';

import type { TooltipContentProps } from 'recharts';
import { type ChartProps, colorOf } from './series.ts';

/** The figures at one place of the x axis, as content of Recharts' tooltip. */
export function chartTooltip({ series, formatIndex = String, formatValue = String }: ChartProps) {
  return function ChartTooltip({ active, payload, label }: Pick<TooltipContentProps, 'active' | 'payload' | 'label'>) {
    if (!active || payload.length === 0) return null;
    return (
      <div className="rounded-md border bg-popover px-2.5 py-2 text-popover-foreground text-xs shadow-overlay">
        <p className="mb-1 text-muted-foreground">{formatIndex(String(label))}</p>
        {series.map((one, position) => {
          const value = payload.find((entry) => entry.dataKey === one.key)?.value;
          if (typeof value !== 'number') return null;
          return (
            <p key={one.key} className="flex items-center gap-1.5">
              <span className="size-2 rounded-xs" style={{ background: colorOf(one, position) }} />
              {series.length > 1 && <span className="text-muted-foreground">{one.label}</span>}
              <span className="ml-auto pl-3 font-medium">{formatValue(value)}</span>
            </p>
          );
        })}
      </div>
    );
  };
}
