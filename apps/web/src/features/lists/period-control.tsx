'use client';

import { buttonVariants, cn } from '@tillgate/ui';
import type { DateRangePickerProps } from '@tillgate/ui/dates';
import { CalendarDays } from 'lucide-react';
import { type ComponentType, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { timeText, usePreferences } from '@/format';
import { type Days, dayAt, daysOf, periods, readPeriod } from './days.ts';
import type { List } from './use-list.ts';

const load = () => import('@tillgate/ui/dates').then((dates) => dates.DateRangePicker);

/** Noon, so that the day is the same in every time zone. */
const noonOf = (day: string) => `${day}T12:00:00Z`;

/** The days of a list, in the time zone that the person prefers. The calendar loads when the pointer or the focus reaches the button. */
export function PeriodControl({ list }: { list: List }) {
  const t = useTranslations('lists.period');
  const { locale, timeZone } = usePreferences();
  const [Picker, setPicker] = useState<ComponentType<DateRangePickerProps>>();
  const box = useRef<HTMLDivElement>(null);
  const today = dayAt(new Date(), timeZone);
  const presets = useMemo(() => {
    const now = new Date(noonOf(today));
    return periods.map((id) => ({ id, label: t(id), ...daysOf(id, 'UTC', now) }));
  }, [t, today]);
  // The picker was loaded because its button was pressed, so it opens at once.
  useEffect(() => {
    if (Picker) box.current?.querySelector('button')?.click();
  }, [Picker]);
  if (!Picker) return <PeriodButton list={list} onPress={() => void load().then((part) => setPicker(() => part))} />;
  const choose = ({ from, to }: Days) => {
    const preset = presets.find((each) => each.from === from && each.to === to);
    list.set(preset ? { period: preset.id, from: undefined, to: undefined } : { period: undefined, from, to });
  };
  return (
    <div ref={box} className="contents">
      <Picker
        value={list.days}
        onValueChange={choose}
        presets={presets}
        locale={locale}
        max={today}
        today={today}
        label={t('label')}
        placeholder={t('any')}
        fromLabel={t('from')}
        toLabel={t('to')}
        applyLabel={t('apply')}
        clearLabel={t('clear')}
        previousLabel={t('previous')}
        nextLabel={t('next')}
      />
    </div>
  );
}

/** Looks like the button of the picker until the picker is there. */
function PeriodButton({ list: { days, values }, onPress }: { list: List; onPress: () => void }) {
  const t = useTranslations('lists.period');
  const { locale } = usePreferences();
  const name = readPeriod(values.period);
  const dayText = (day: string | undefined) => (day ? timeText(noonOf(day), 'date', { locale, timeZone: 'UTC' }) : '');
  const text = name ? t(name) : days.from || days.to ? `${dayText(days.from)} – ${dayText(days.to)}`.trim() : '';
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-expanded={false}
      onPointerEnter={() => void load()}
      onFocus={() => void load()}
      onClick={onPress}
      className={cn(buttonVariants(), 'max-w-full')}
    >
      <CalendarDays aria-hidden="true" className="size-3.5! text-muted-foreground" />
      <span className="sr-only">{t('label')}: </span>
      <span className={cn('truncate', !text && 'font-normal text-muted-foreground')}>{text || t('any')}</span>
    </button>
  );
}
