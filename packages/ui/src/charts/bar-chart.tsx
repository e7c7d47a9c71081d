'use client';

import { Bar, CartesianGrid, BarChart as RechartsBarChart, Tooltip, XAxis, YAxis } from 'recharts';
import { xAxis, yAxis } from './axes.ts';
import { ChartFrame } from './chart-frame.tsx';
import { chartTooltip } from './chart-tooltip.tsx';
import { type ChartProps, colorOf } from './series.ts';

/** Amounts to compare: by reason, by hour, by day. It does not move. */
export function BarChart(props: ChartProps) {
  const { data, series, stacked } = props;
  return (
    <ChartFrame chart={props}>
      <RechartsBarChart
        data={[...data]}
        accessibilityLayer={false}
        margin={{ top: 10, right: 8, bottom: 0, left: 0 }}
        barCategoryGap="20%"
      >
        <CartesianGrid vertical={false} stroke="var(--chart-grid)" />
        <XAxis {...xAxis(props)} />
        <YAxis {...yAxis(props)} />
        <Tooltip content={chartTooltip(props)} cursor={{ fill: 'var(--accent)' }} isAnimationActive={false} />
        {series.map((one, position) => (
          <Bar
            key={one.key}
            dataKey={one.key}
            name={one.label}
            stackId={stacked ? 'all' : undefined}
            fill={colorOf(one, position)}
            radius={stacked && position < series.length - 1 ? 0 : [2, 2, 0, 0]}
            maxBarSize={28}
            isAnimationActive={false}
          />
        ))}
      </RechartsBarChart>
    </ChartFrame>
  );
}
