'use client';

import { useTranslations } from 'use-intl/react';
import { formatNumber, formatShare } from '@/format';
import type { Endpoint } from './types.ts';

type Health = Endpoint['health'];

/** The share of the last day's attempts that failed, and of how many. */
export function FailureShare({ health: { lastDay } }: { health: Health }) {
  const t = useTranslations('endpoints');
  const { attempts, failures, more } = lastDay;
  if (attempts === 0) return <span className="text-muted-foreground">{t('noAttempts')}</span>;
  return (
    <span>
      <span className={failures > 0 ? 'font-medium text-danger' : undefined}>{formatShare(failures / attempts)}</span>{' '}
      <span className="text-muted-foreground">
        {t('ofAttempts', { count: `${formatNumber(attempts)}${more ? '+' : ''}` })}
      </span>
    </span>
  );
}

/** Deliveries that wait for the endpoint. */
export function waitingText({ waiting }: Health): string {
  return `${formatNumber(waiting.value)}${waiting.more ? '+' : ''}`;
}
