'use client';

import { usePermission } from '@/features/shell/use-permission';
import { AttentionCard } from './attention-card.tsx';
import { DaysCard, HoursCard } from './charts.tsx';
import { ReasonsCard } from './reasons-card.tsx';
import { Recent } from './recent.tsx';
import { Stats } from './stats.tsx';
import type { Home } from './types.ts';
import { WebhooksCard } from './webhooks-card.tsx';

type Props = { home: Home | undefined };

/** All figures; of the same size before they are there. What needs attention comes first on a phone, and for the keyboard. */
export function Figures({ home }: Props) {
  const seesEndpoints = usePermission('endpoints.read');
  const seesDays = usePermission('days.read');
  const webhooks = (
    <div className="grid gap-4 lg:grid-cols-3">
      <HoursCard home={home} className={seesEndpoints ? 'lg:col-span-2' : 'lg:col-span-3'} />
      {seesEndpoints && <WebhooksCard home={home} />}
    </div>
  );
  return (
    <div className="flex flex-col gap-4">
      <div className="grid gap-4 lg:grid-cols-3">
        <AttentionCard home={home} className="lg:col-start-3 lg:row-start-2" />
        <Stats home={home} className="lg:col-span-3 lg:row-start-1" />
        <DaysCard home={home} className="lg:col-span-2 lg:row-start-2" />
      </div>
      {!seesDays && webhooks}
      <div className="grid gap-4 lg:grid-cols-3">
        <Recent className="lg:col-span-2" />
        <ReasonsCard home={home} />
      </div>
      {seesDays && webhooks}
    </div>
  );
}

/** Home for people at a counter: the latest payments and their own tasks. */
export function CounterFigures({ home }: Props) {
  return (
    <div className="grid items-start gap-4 lg:grid-cols-3">
      <AttentionCard home={home} className="lg:col-start-3" />
      <Recent className="lg:col-span-2 lg:col-start-1 lg:row-start-1" />
    </div>
  );
}
