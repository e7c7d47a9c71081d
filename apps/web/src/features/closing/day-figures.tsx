'use client';

import { Callout, Card, CardContent, CardHeader, KeyValueList, Panel } from '@tillgate/ui';
import { useTranslations } from 'use-intl/react';
import { formatNumber, Time } from '@/format';
import { centsText } from './cents.ts';
import type { DayDetail, DayFigures } from './types.ts';

/** What the day came to, and below it what moved on it. */
export function FiguresCard({ figures }: { figures: DayFigures }) {
  const t = useTranslations('closing');
  const money = (cents: number, counted?: string) => (
    <span className="tabular-nums">
      {centsText(cents)}
      {counted && <span className="text-muted-foreground"> · {counted}</span>}
    </span>
  );
  return (
    <Card>
      <CardHeader title={t('day.figures')} description={t('day.figuresMore')} />
      <CardContent className="py-1">
        <KeyValueList
          items={[
            {
              label: t('figures.collected'),
              value: money(figures.collected, t('counts.payments', { count: figures.collectedCount })),
            },
            {
              label: t('figures.refunded'),
              value: money(figures.refunded, t('counts.refunds', { count: figures.refundCount })),
            },
            { label: t('figures.net'), value: <strong className="font-semibold">{money(figures.net)}</strong> },
            {
              label: t('figures.paidOut'),
              value: money(figures.paidOut, t('counts.payouts', { count: figures.payoutCount })),
            },
            { label: t('figures.refundedSince'), value: money(figures.refundedSince) },
            { label: t('figures.pendingPayments'), value: formatNumber(figures.pendingPayments) },
            { label: t('figures.pendingPayouts'), value: formatNumber(figures.pendingPayouts) },
          ]}
        />
      </CardContent>
      <CardHeader title={t('day.moved')} description={t('day.movedMore')} className="border-t" />
      <CardContent className="py-1">
        <KeyValueList
          items={[
            { label: t('figures.movedIn'), value: money(figures.movedIn) },
            { label: t('figures.movedBack'), value: money(figures.movedBack) },
            { label: t('figures.movedOut'), value: money(figures.movedOut) },
          ]}
        />
      </CardContent>
    </Card>
  );
}

/** From the opening balance to the closing one, and what nothing here explains. */
export function BridgeCard({ bridge }: { bridge: NonNullable<DayDetail['bridge']> }) {
  const t = useTranslations('closing.bridge');
  const money = (cents: number) => <span className="tabular-nums">{centsText(cents)}</span>;
  const { difference } = bridge;
  return (
    <Panel title={t('title')} description={t('description')} contentClassName="flex flex-col gap-3 py-1 pb-4">
      <KeyValueList
        items={[
          { label: t('opening'), value: money(bridge.opening) },
          { label: t('movedIn'), value: money(bridge.movedIn) },
          bridge.movedBack !== 0 && { label: t('movedBack'), value: money(-bridge.movedBack) },
          bridge.movedOut !== 0 && { label: t('movedOut'), value: money(-bridge.movedOut) },
          bridge.fees !== 0 && { label: t('fees'), value: money(-bridge.fees) },
          bridge.transfers !== 0 && { label: t('transfers'), value: money(bridge.transfers) },
          { label: t('expected'), value: <strong className="font-semibold">{money(bridge.expected)}</strong> },
          { label: t('closing'), value: <strong className="font-semibold">{money(bridge.closing)}</strong> },
        ]}
      />
      {difference === 0 ? (
        <Callout tone="success" title={t('even')} />
      ) : (
        <Callout
          tone="warning"
          title={t(difference > 0 ? 'over' : 'short', { amount: centsText(Math.abs(difference)) })}
        >
          {t('look')}
        </Callout>
      )}
    </Panel>
  );
}

/** What imported statements say of each shortcode. */
export function AccountsCard({ figures: { accounts } }: { figures: DayFigures }) {
  const t = useTranslations('closing');
  const known = (cents: number | null) => (
    <span className="tabular-nums">{cents === null ? t('notKnown') : centsText(cents)}</span>
  );
  return (
    <Panel title={t('accounts.title')} description={t('accounts.description')} contentClassName="py-1">
      {accounts.length === 0 && <p className="py-2 text-muted-foreground text-sm">{t('accounts.none')}</p>}
      {accounts.map(({ shortcode, opening, closing, fees, coveredFrom, coveredTo, hasProblems }) => (
        <section key={shortcode} aria-label={t('accounts.of', { shortcode })} className="border-b last:border-b-0">
          <h3 className="pt-2 font-medium text-sm">{t('accounts.of', { shortcode })}</h3>
          <KeyValueList
            items={[
              { label: t('figures.opening'), value: known(opening) },
              { label: t('figures.closing'), value: known(closing) },
              { label: t('figures.fees'), value: known(fees) },
              {
                label: t('accounts.covered'),
                value:
                  coveredFrom && coveredTo ? (
                    <>
                      <Time value={coveredFrom} /> – <Time value={coveredTo} />
                    </>
                  ) : (
                    t('accounts.notCovered')
                  ),
              },
              hasProblems && { label: t('accounts.rows'), value: t('accounts.hasProblems') },
            ]}
          />
        </section>
      ))}
    </Panel>
  );
}
