'use client';

import { useQuery } from '@tanstack/react-query';
import { Callout, Skeleton } from '@tillgate/ui';
import { useTranslations } from 'use-intl/react';
import { Ledger, LedgerLines } from '@/features/money/ledger';
import { LoadError } from '@/features/shell/load-error';
import { useTenant } from '@/features/shell/use-tenant';
import { useTRPC } from '@/trpc/client';
import { centsText } from './cents.ts';

/** From the opening to the closing balance of a day, the difference, and how much of it the exceptions explain. */
export function DayBalance({ shortcode, day }: { shortcode: string; day: string }) {
  const t = useTranslations('reconciliation.balance');
  const bridgeWords = useTranslations('closing.bridge');
  const query = useQuery(useTRPC().reconciliation.balance.queryOptions({ ...useTenant(), shortcode, day }));
  if (query.isError) return <LoadError query={query} />;
  if (!query.data) return <Skeleton className="h-48 w-full rounded-lg" />;
  const { bridge, explainedCents, unexplainedCents } = query.data;
  if (!bridge || unexplainedCents === null) return <p className="text-muted-foreground text-sm">{t('unknown')}</p>;
  const { difference } = bridge;
  if (difference === 0 && explainedCents === 0) {
    return (
      <>
        <Ledger lines={bridge.lines} />
        <Callout tone="success" title={bridgeWords('even')} />
      </>
    );
  }
  return (
    <>
      <Ledger lines={bridge.lines} />
      <Callout
        tone={unexplainedCents === 0 ? 'info' : 'warning'}
        title={
          difference === 0
            ? bridgeWords('even')
            : bridgeWords(difference > 0 ? 'over' : 'short', { amount: centsText(Math.abs(difference)) })
        }
      >
        <LedgerLines
          lines={[
            { key: 'explained', name: t('explained'), amount: centsText(explainedCents) },
            { key: 'unexplained', name: t('unexplained'), amount: centsText(unexplainedCents) },
          ]}
        />
        {unexplainedCents !== 0 && <p>{t('whatToDo')}</p>}
      </Callout>
    </>
  );
}
