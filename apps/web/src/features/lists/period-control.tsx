'use client';

import { FilterChip } from '@tillgate/ui';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl/react';
import { timeText, usePreferences } from '@/format';
import type { Locale, TimeZone } from '@/i18n/locale';
import { type Days, dayAt, daysOf, periods, readPeriod } from './days.ts';
import { DaysPicker } from './days-picker.tsx';
import { exactPeriod, movedClock } from './filters.ts';
import type { List } from './use-list.ts';

/** Noon, so that the day is the same in every time zone. */
const noonOf = (day: string) => `${day}T12:00:00Z`;

/** The days of a list, in the time zone that the person prefers, and whether they are those on which money moved. */
export function PeriodControl({ list }: { list: List }) {
  const t = useTranslations('lists');
  const { locale, timeZone } = usePreferences();
  const today = dayAt(new Date(), timeZone);
  const presets = useMemo(() => {
    const now = new Date(noonOf(today));
    return periods.map((id) => ({ id, label: t(`period.${id}`), ...daysOf(id, 'UTC', now) }));
  }, [t, today]);
  const choose = ({ from, to }: Days) => {
    const preset = presets.find((each) => each.from === from && each.to === to);
    const chosen = preset ? { period: preset.id, from: undefined, to: undefined } : { period: undefined, from, to };
    list.set({ ...chosen, since: undefined, until: undefined });
  };
  const name = exactPeriod(list.values) ? undefined : readPeriod(list.values.period);
  const text = name ? t(`period.${name}`) : rangeText(list, { locale, timeZone });
  return (
    <>
      <DaysPicker days={list.days} text={text} presets={presets} today={today} onChoose={choose} />
      {list.values.clock === movedClock && (
        <FilterChip
          label={t('period.moved')}
          value=""
          onRemove={() => list.set({ clock: undefined })}
          removeLabel={t('removeFilter', { name: t('period.moved') })}
        />
      )}
    </>
  );
}

type Preferences = { locale: Locale; timeZone: TimeZone };

/** Days, or two moments that are no days of the reader's clock: an hour, or days of another zone. */
function rangeText({ values, days: { from, to } }: List, { locale, timeZone }: Preferences): string {
  const exact = exactPeriod(values);
  const dayText = (day: string | undefined) => (day ? timeText(noonOf(day), 'date', { locale, timeZone: 'UTC' }) : '');
  if (from || to) return `${dayText(from)} – ${dayText(to)}`.trim();
  if (!exact) return '';
  const momentText = (moment: string | undefined) => (moment ? timeText(moment, 'dateTime', { locale, timeZone }) : '');
  return `${momentText(exact.since)} – ${momentText(exact.until)}`.trim();
}
