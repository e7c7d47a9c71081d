'use client';

import { Area, CartesianGrid, AreaChart as RechartsAreaChart, Tooltip, XAxis, YAxis } from 'recharts';
import { xAxis, yAxis } from './axes.ts';
import { ChartFrame } from './chart-frame.tsx';
import { chartTooltip } from './chart-tooltip.tsx';
import { type ChartProps, colorOf } from './series.ts';

/** How something went over time. It does not move: figures should be there when the eye is. */
export function AreaChart(props: ChartProps) {
  const { data, series, stacked } = props;
  return (
    <ChartFrame chart={props}>
      <RechartsAreaChart data={[...data]} accessibilityLayer={false} margin={{ top: 10, right: 8, bottom: 0, left: 0 }}>
        <CartesianGrid vertical={false} stroke="var(--chart-grid)" />
        <XAxis {...xAxis(props)} />
        <YAxis {...yAxis(props)} />
        <Tooltip
          content={chartTooltip(props)}
          cursor={{ stroke: 'var(--muted-foreground)', strokeDasharray: '3 3' }}
          isAnimationActive={false}
        />
        {series.map((one, position) => (
          <Area
            key={one.key}
            dataKey={one.key}
            name={one.label}
            type="monotone"
            stackId={stacked ? 'all' : undefined}
            stroke={colorOf(one, position)}
            strokeWidth={1.75}
            fill={colorOf(one, position)}
            fillOpacity={stacked ? 0.35 : 0.1}
            dot={data.length === 1}
            activeDot={{ r: 3, strokeWidth: 0, fill: colorOf(one, position) }}
            isAnimationActive={false}
          />
        ))}
      </RechartsAreaChart>
    </ChartFrame>
  );
}
