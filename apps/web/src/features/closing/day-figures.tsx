'use client';

import { Callout, Card, CardContent, CardHeader, Panel } from '@tillgate/ui';
import { useTranslations } from 'use-intl/react';
import { centsText } from '@/features/money/cents';
import { Ledger, LedgerLines } from '@/features/money/ledger';
import { Time } from '@/format';
import type { DaySheet } from './types.ts';

/** What the day came to, and below it what moved on it. */
export function FiguresCard({ sheet }: { sheet: DaySheet }) {
  const t = useTranslations('closing.day');
  return (
    <Card>
      <CardHeader title={t('figures')} description={t('figuresMore')} />
      <CardContent className="py-1">
        <Ledger lines={sheet.created} />
      </CardContent>
      <CardHeader title={t('moved')} description={t('movedMore')} className="border-t" />
      <CardContent className="py-1">
        <Ledger lines={sheet.moved} />
      </CardContent>
    </Card>
  );
}

/** From the opening balance to the closing one, and what nothing here explains. */
export function BridgeCard({ bridge: { lines, difference } }: { bridge: NonNullable<DaySheet['bridge']> }) {
  const t = useTranslations('closing.bridge');
  return (
    <Panel title={t('title')} description={t('description')} contentClassName="flex flex-col gap-3 py-1 pb-4">
      <Ledger lines={lines} />
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
export function AccountsCard({ sheet: { accounts } }: { sheet: DaySheet }) {
  const t = useTranslations('closing.accounts');
  return (
    <Panel title={t('title')} description={t('description')} contentClassName="py-1">
      {accounts.length === 0 && <p className="py-2 text-muted-foreground text-sm">{t('none')}</p>}
      {accounts.map(({ shortcode, lines, coveredFrom, coveredTo, hasProblems }) => (
        <section key={shortcode} aria-label={t('of', { shortcode })} className="border-b last:border-b-0">
          <h3 className="pt-2 font-medium text-sm">{t('of', { shortcode })}</h3>
          <Ledger lines={lines} />
          <LedgerLines
            lines={[
              {
                key: 'covered',
                name: t('covered'),
                amount:
                  coveredFrom && coveredTo ? (
                    <>
                      <Time value={coveredFrom} /> – <Time value={coveredTo} />
                    </>
                  ) : (
                    t('notCovered')
                  ),
              },
              ...(hasProblems ? [{ key: 'rows', name: t('rows'), amount: t('hasProblems') }] : []),
            ]}
          />
        </section>
      ))}
    </Panel>
  );
}
