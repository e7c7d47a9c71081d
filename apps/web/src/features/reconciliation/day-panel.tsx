'use client';

import { useQuery } from '@tanstack/react-query';
import { Callout, Panel } from '@tillgate/ui';
import { useTranslations } from 'use-intl/react';
import { LedgerLines } from '@/features/money/ledger';
import { FormError } from '@/features/shell/form-error';
import { useTenant } from '@/features/shell/use-tenant';
import { formatNumber, usePreferences } from '@/format';
import { dayName } from '@/format/day-name';
import { useTRPC } from '@/trpc/client';
import { centsText } from './cents.ts';
import { ColourBadge } from './colours.tsx';
import { DayBalance } from './day-balance.tsx';
import { EatTime } from './eat-time.tsx';
import type { CalendarDay, Gap } from './types.ts';

/** One day: its sums, how its balance comes about, and where it breaks. */
export function DayPanel({ shortcode, day }: { shortcode: string; day: CalendarDay }) {
  const t = useTranslations('reconciliation');
  const { locale } = usePreferences();
  const { outside } = day;
  return (
    <Panel
      title={dayName(day.day, locale)}
      titleId="day"
      description={t(`legend.${day.colour}`)}
      actions={<ColourBadge colour={day.colour} />}
      contentClassName="flex flex-col gap-4"
    >
      <LedgerLines
        lines={[
          { key: 'lines', name: t('day.lines'), amount: formatNumber(day.lines) },
          { key: 'in', name: t('day.in'), amount: centsText(day.inCents) },
          { key: 'out', name: t('day.out'), amount: centsText(day.outCents) },
        ]}
      />
      {day.lines > 0 && <DayBalance shortcode={shortcode} day={day.day} />}
      {day.gaps.length > 0 && <Gaps of="statement" gaps={day.gaps} />}
      <ConfirmationGaps shortcode={shortcode} day={day.day} />
      {day.hasProblems && <Callout tone="warning" title={t('day.hasProblems')} />}
      {outside > 0 && (
        <Callout tone={day.colour === 'none' ? 'info' : 'warning'} title={t('day.outside', { count: outside })} />
      )}
    </Panel>
  );
}

/** Each place where the balance does not continue: how much, and between which two changes. */
function Gaps({ of, gaps }: { of: 'statement' | 'confirmations'; gaps: Gap[] }) {
  const t = useTranslations('reconciliation.gaps');
  return (
    <Callout tone="danger" title={t(`title.${of}`, { count: gaps.length })}>
      <ul className="flex list-disc flex-col gap-1 pl-5">
        {gaps.map(({ from, to, cents }) => (
          <li key={`${from.receipt} ${to.receipt}`}>
            {t.rich(cents > 0 ? 'cameIn' : 'left', {
              sum: centsText(Math.abs(cents)),
              from: () => <EatTime value={from.at} format="dateTimeSeconds" />,
              to: () => <EatTime value={to.at} format="dateTimeSeconds" />,
              first: from.receipt,
              last: to.receipt,
            })}
          </li>
        ))}
      </ul>
      <p className="mt-1">{t(`whatToDo.${of}`)}</p>
    </Callout>
  );
}

/** The same for the balances that confirmations of offline payments reported. */
function ConfirmationGaps({ shortcode, day }: { shortcode: string; day: string }) {
  const t = useTranslations('reconciliation.gaps');
  const input = { ...useTenant(), shortcode, from: day, to: day };
  const { data, error } = useQuery(useTRPC().reconciliation.confirmationGaps.queryOptions(input));
  if (error) return <FormError error={error} tone="warning" />;
  if (!data) return null;
  if (data.gaps.length > 0) return <Gaps of="confirmations" gaps={data.gaps} />;
  if (data.confirmations === 0) return null;
  return <p className="text-muted-foreground text-sm">{t('continues', { count: data.confirmations })}</p>;
}
