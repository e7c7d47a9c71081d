'use client';

import { Panel } from '@tillgate/ui';
import { useTranslations } from 'use-intl/react';
import { useActorName } from '@/features/actors/actor-name';
import { formatMoney, Time } from '@/format';
import type { DayDetail } from './types.ts';

/** Confirmations that people recorded as not money on this day: nothing else shows that they came. */
export function DayNotMoney({ day: { notMoney, people } }: { day: DayDetail }) {
  const t = useTranslations('closing.notMoney');
  const actorName = useActorName();
  if (notMoney.length === 0) return null;
  const nameOf = (actor: string) => (people[actor] ? actorName(people[actor]) : actor);
  return (
    <Panel title={t('title')} titleId="not-money" description={t('description')} contentClassName="py-1">
      <ul aria-labelledby="not-money" className="divide-y text-sm">
        {notMoney.map(({ callbackId, receipt, amount, note, by, approvedBy, at }) => (
          <li key={callbackId} className="flex flex-col gap-0.5 py-2">
            <span className="flex flex-wrap justify-between gap-2">
              <span className="font-mono">{receipt}</span>
              <span className="font-medium tabular-nums">{formatMoney(amount)}</span>
            </span>
            <span className="text-muted-foreground">
              {approvedBy === null
                ? t('alone', { by: nameOf(by) })
                : t('byTwo', { by: nameOf(by), approvedBy: nameOf(approvedBy) })}
              {' · '}
              <Time value={at} />
            </span>
            <span className="break-words">{note}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
