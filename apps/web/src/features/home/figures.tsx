'use client';

import { AttentionCard } from './attention-card.tsx';
import { DaysCard, HoursCard } from './charts.tsx';
import { ReasonsCard } from './reasons-card.tsx';
import { Recent } from './recent.tsx';
import { Stats } from './stats.tsx';
import type { Home } from './types.ts';
import { WebhooksCard } from './webhooks-card.tsx';

/** All figures; of the same size before they are there. */
export function Figures({ home }: { home: Home | undefined }) {
  return (
    <>
      <Stats home={home} />
      <div className="grid gap-4 lg:grid-cols-3">
        <DaysCard home={home} className="lg:col-span-2" />
        <AttentionCard home={home} />
      </div>
      <div className="grid gap-4 lg:grid-cols-3">
        <Recent className="lg:col-span-2" />
        <ReasonsCard home={home} />
      </div>
      <div className="grid gap-4 lg:grid-cols-3">
        <HoursCard home={home} className="lg:col-span-2" />
        <WebhooksCard home={home} />
      </div>
    </>
  );
}
