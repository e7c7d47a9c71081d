'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { railLabel, railOfAddress } from '@tillgate/domain/rails/names';
import { cn, Select, Skeleton } from '@tillgate/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { moved, successes } from '@/features/lists/drill';
import { DrillLink } from '@/features/lists/drill-link';
import { centsText } from '@/features/money/cents';
import { LedgerLines } from '@/features/money/ledger';
import { Link } from '@/features/shell/link';
import { LoadError } from '@/features/shell/load-error';
import { Permitted } from '@/features/shell/permitted';
import { tenantPath } from '@/features/shell/tenant';
import { useTenant } from '@/features/shell/use-tenant';
import { Time, timeText, usePreferences } from '@/format';
import { useTRPC } from '@/trpc/client';
import { type Pair, pairsOf } from './pairs.ts';
import type { BalanceChange, FloatAccount } from './types.ts';

/** Why the balance of an account changed between two answers: at first the last two. Nothing before there are two. */
export function BalanceChangeSection({ account }: { account: FloatAccount }) {
  const t = useTranslations('float.change');
  const preferences = usePreferences();
  const [chosen, choose] = useState<string>();
  const pairs = pairsOf(account.known);
  const pair = pairs.find(({ key }) => key === chosen) ?? pairs[0];
  if (!pair) return null;
  const momentText = (at: string) => timeText(at, 'dateTime', preferences, new Date(account.balanceAt));
  return (
    // biome-ignore lint/a11y/useSemanticElements: no form, and every card has one, so that it is no landmark either
    <div role="group" aria-label={t('title')} className="flex min-w-0 flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-medium text-sm">{t('title')}</h3>
        <Select
          aria-label={t('between')}
          className="max-w-full"
          value={pair.key}
          onValueChange={choose}
          options={pairs.map(({ key, from, to }) => ({
            value: key,
            label: `${momentText(from.at)} – ${momentText(to.at)}`,
          }))}
        />
      </div>
      <Explanation account={account} pair={pair} />
    </div>
  );
}

function Explanation({ account: { shortcode, account }, pair }: { account: FloatAccount; pair: Pair }) {
  const t = useTranslations('float.change');
  const tenant = useTenant();
  const between = { shortcode, account, from: pair.from.at, to: pair.to.at };
  const query = useQuery(
    useTRPC().float.explain.queryOptions({ ...tenant, ...between }, { placeholderData: keepPreviousData }),
  );
  if (query.isError) return <LoadError query={query} />;
  if (!query.data) return <Skeleton className="h-48 w-full rounded-lg" />;
  const { differenceCents, lines } = query.data;
  const isUnexplained = lines.some(({ what, cents }) => what === 'unexplained' && cents !== 0);
  const amount = centsText(Math.abs(differenceCents));
  return (
    // Until the other pair is there, what stands is of the pair before.
    <div
      aria-busy={query.isPlaceholderData}
      className={cn('flex flex-col gap-2', query.isPlaceholderData && 'opacity-50')}
    >
      <p className="text-sm">
        {differenceCents === 0 ? t('same') : t(differenceCents > 0 ? 'rose' : 'fell', { amount })}
      </p>
      <ChangeLedger change={query.data} />
      {isUnexplained && (
        <p className="text-muted-foreground text-xs">
          {t('unexplainedMore', { network: railLabel(railOfAddress(shortcode)) })}{' '}
          <Permitted permission="statements.read">
            <Link href={tenantPath(tenant, 'reconciliation')} className="text-link underline">
              {t('reconcile')}
            </Link>
          </Permitted>
        </p>
      )}
    </div>
  );
}

function ChangeLedger({ change: { shortcode, from, to, lines } }: { change: BalanceChange }) {
  const t = useTranslations('float.change');
  const balance = ({ at, cents }: BalanceChange['from'], key: string, isResult: boolean) => ({
    key,
    name: <>{t.rich('balance', { time: () => <Time value={at} /> })}</>,
    amount: centsText(cents),
    isResult,
  });
  const period = { shortcode, since: from.at, until: to.at };
  return (
    <LedgerLines
      lines={[
        balance(from, 'from', false),
        ...lines.map(({ what, cents, count }) => {
          const name = t(`lines.${what}`);
          if (count === null) return { key: what, name, amount: centsText(cents) };
          const { list, params } = moved(successes[what]);
          const said = t(`counts.${what}`, { count });
          return {
            key: what,
            name,
            amount: (
              <>
                <DrillLink
                  drill={count === 0 ? undefined : { list, params: { ...params, ...period } }}
                  label={t('drill', { count: said, amount: centsText(Math.abs(cents)) })}
                >
                  {said}
                </DrillLink>
                <span className="text-muted-foreground"> · </span>
                {centsText(cents)}
              </>
            ),
          };
        }),
        balance(to, 'to', true),
      ]}
    />
  );
}
