'use client';

import { Badge, Button, Card, CardContent, CardHeader, KeyValueList } from '@tillgate/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { useActorName } from '@/features/actors/actor-name';
import { centsText } from '@/features/money/cents';
import { Permitted } from '@/features/shell/permitted';
import { formatMoney, Time } from '@/format';
import { BalanceChart } from './balance-chart.tsx';
import { RemoveThreshold, ThresholdDialog } from './threshold-dialog.tsx';
import type { FloatAccount } from './types.ts';
import { useRunwayText } from './use-runway-text.ts';

/** One account: balance, runway, threshold and history. */
export function AccountCard({ account }: { account: FloatAccount }) {
  const t = useTranslations('float');
  const runwayText = useRunwayText();
  const { isForPayouts, paidOutSinceCents, threshold } = account;
  const titleId = `float-${account.shortcode}-${account.account.replaceAll(/\W+/g, '-')}`;
  return (
    <section aria-labelledby={titleId} className="min-w-0">
      <Card>
        <CardHeader
          title={account.account}
          titleId={titleId}
          description={t('shortcode', { shortcode: account.shortcode })}
          actions={threshold?.belowSince && <Badge tone="warning">{t('below')}</Badge>}
        />
        <CardContent className="py-1">
          <KeyValueList
            items={[
              {
                label: t('balance'),
                value: (
                  <>
                    <strong className="font-semibold tabular-nums">{centsText(account.balanceCents)}</strong>{' '}
                    <span className="text-muted-foreground">
                      <Time value={account.balanceAt} format="relative" />
                    </span>
                  </>
                ),
              },
              isForPayouts && { label: t('paidOutSince'), value: centsText(paidOutSinceCents) },
              isForPayouts && { label: t('left'), value: centsText(account.estimateCents) },
              isForPayouts && { label: t('rate'), value: t('perDay', { amount: centsText(account.paidOutCents) }) },
              { label: t('lasts'), value: runwayText(account.runway) },
              { label: t('threshold'), value: <ThresholdText account={account} /> },
            ]}
          />
          <Permitted permission="float.write">
            <ThresholdActions account={account} />
          </Permitted>
        </CardContent>
        <CardContent className="border-t">
          <BalanceChart account={account} />
        </CardContent>
      </Card>
    </section>
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
