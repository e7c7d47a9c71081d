'use client';

import { Progress } from '@tillgate/ui';
import { useTranslations } from 'use-intl/react';
import type { Cost } from './run-query.ts';

const nearMax = 0.8;

/** The cost of a query relative to the limit. It keeps its size while the cost is unknown. */
export function CostMeter({ cost, isRun }: { cost: Cost | undefined; isRun: boolean }) {
  const t = useTranslations('graphql.cost');
  const share = cost ? cost.requested / cost.max : 0;
  const tone = share > 1 ? 'danger' : share > nearMax ? 'warning' : 'success';
  const text = cost ? t(isRun ? 'ran' : 'would', cost) : t('unknown');
  return (
    <div className="flex min-w-48 flex-1 flex-col gap-1.5">
      <p role="status" className="text-muted-foreground text-xs tabular-nums">
        {text}
      </p>
      <Progress label={t('label')} value={cost?.requested ?? 0} max={cost?.max ?? 1} tone={tone} valueText={text} />
    </div>
  );
}
