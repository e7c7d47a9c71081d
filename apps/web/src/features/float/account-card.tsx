'use client';

import { Badge, Button, Card, CardContent, CardHeader, cn, KeyValueList } from '@tillgate/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { useActorName } from '@/features/actors/actor-name';
import { moved, successes } from '@/features/lists/drill';
import { DrillLink } from '@/features/lists/drill-link';
import { centsText } from '@/features/money/cents';
import { Permitted } from '@/features/shell/permitted';
import { formatMoney, Time } from '@/format';
import { BalanceChangeSection } from './balance-change.tsx';
import { BalanceChart } from './balance-chart.tsx';
import { pairsOf } from './pairs.ts';
import { RemoveThreshold, ThresholdDialog } from './threshold-dialog.tsx';
import type { FloatAccount } from './types.ts';
import { useRunwayText } from './use-runway-text.ts';

/** One account: balance, runway, threshold, history and why it changed. One for payouts is wide, and stands first. */
export function AccountCard({ account }: { account: FloatAccount }) {
  const t = useTranslations('float');
  const { isForPayouts, threshold } = account;
  // Before there are two balances, nothing would stand in the second half.
  const isWide = isForPayouts && pairsOf(account.known).length > 0;
  const titleId = `float-${account.shortcode}-${account.account.replaceAll(/\W+/g, '-')}`;
  return (
    <section aria-labelledby={titleId} className="min-w-0">
      <Card>
        <CardHeader
          title={account.account}
          titleId={titleId}
          description={t('shortcode', { shortcode: account.number })}
          actions={threshold?.belowSince && <Badge tone="warning">{t('below')}</Badge>}
        />
        <div className={cn('grid', isWide && 'xl:grid-cols-2 xl:divide-x')}>
          <CardContent className="min-w-0 py-1">
            <Facts account={account} />
            <Permitted permission="float.write">
              <ThresholdActions account={account} />
            </Permitted>
          </CardContent>
          <CardContent className={cn('min-w-0 border-t empty:hidden', isWide && 'xl:border-t-0')}>
            <BalanceChangeSection account={account} />
          </CardContent>
        </div>
        <CardContent className="border-t empty:hidden">
          <BalanceChart account={account} />
        </CardContent>
      </Card>
    </section>
  );
}

function Facts({ account }: { account: FloatAccount }) {
  const t = useTranslations('float');
  const runwayText = useRunwayText();
  const { isForPayouts } = account;
  return (
    <KeyValueList
      items={[
        {
          label: t('balance'),
          value: (
            <>
              <strong className={cn('font-semibold tabular-nums', isForPayouts && 'text-lg')}>
                {centsText(account.balanceCents)}
              </strong>{' '}
              <span className="text-muted-foreground">
                <Time value={account.balanceAt} format="relative" />
              </span>
            </>
          ),
        },
        isForPayouts && { label: t('paidOutSince'), value: <PaidOutSince account={account} /> },
        isForPayouts && { label: t('left'), value: centsText(account.estimateCents) },
        isForPayouts && { label: t('rate'), value: t('perDay', { amount: centsText(account.paidOutCents) }) },
        { label: t('lasts'), value: runwayText(account.runway) },
        { label: t('threshold'), value: <ThresholdText account={account} /> },
      ]}
    />
  );
}

/** What was paid out since the balance was read, with the payouts behind it. */
function PaidOutSince({ account: { number, balanceAt, paidOutSinceCents } }: { account: FloatAccount }) {
  const t = useTranslations('float');
  const { list, params } = moved(successes.payouts);
  const amount = centsText(paidOutSinceCents);
  return (
    <DrillLink
      drill={paidOutSinceCents === 0 ? undefined : { list, params: { ...params, shortcode: number, since: balanceAt } }}
      label={t('paidOutDrill', { amount })}
    >
      {amount}
    </DrillLink>
  );
}

function ThresholdText({ account: { threshold } }: { account: FloatAccount }) {
  const t = useTranslations('float');
  const nameOf = useActorName();
  if (!threshold) return t('noThreshold');
  return (
    <>
      {formatMoney(threshold.amount)}{' '}
      <span className="text-muted-foreground">
        {threshold.belowSince ? (
          <>
            {t('alertedSince')} <Time value={threshold.belowSince} />
          </>
        ) : (
          t('setBy', { name: nameOf(threshold.setBy) })
        )}
      </span>
    </>
  );
}

function ThresholdActions({ account }: { account: FloatAccount }) {
  const t = useTranslations('float');
  const [open, setOpen] = useState<'set' | 'remove'>();
  const close = () => setOpen(undefined);
  return (
    <div className="flex flex-wrap gap-2 py-2">
      <Button onClick={() => setOpen('set')}>{t(account.threshold ? 'changeThreshold' : 'setThreshold')}</Button>
      {account.threshold && <Button onClick={() => setOpen('remove')}>{t('removeThreshold')}</Button>}
      {open === 'set' && <ThresholdDialog account={account} onClose={close} />}
      {open === 'remove' && <RemoveThreshold account={account} onClose={close} />}
    </div>
  );
}
