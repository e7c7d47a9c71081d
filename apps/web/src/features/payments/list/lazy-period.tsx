'use client';

import { buttonVariants, cn } from '@tillgate/ui';
import type { DateRangePickerProps } from '@tillgate/ui/dates';
import { CalendarDays } from 'lucide-react';
import { type ComponentType, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { dayAt } from '@/features/developers/days';
import { timeText, usePreferences } from '@/format';
import { daysOf, type Period, periods } from '../filters.ts';
import type { Filters } from '../use-filters.ts';

const load = () => import('@tillgate/ui/dates').then((dates) => dates.DateRangePicker);

/** Noon, so that the day is the same on every clock. */
const noonOf = (day: string) => `${day}T12:00:00Z`;

/** The days of the list. The calendar is loaded when somebody reaches for it. */
export function LazyPeriod({ filters }: { filters: Filters }) {
  const t = useTranslations('payments.period');
  const { locale, timeZone } = usePreferences();
  const [Picker, setPicker] = useState<ComponentType<DateRangePickerProps>>();
  const box = useRef<HTMLDivElement>(null);
  const today = dayAt(new Date(), timeZone);
  const { days, values } = filters;
  const presets = useMemo(() => {
    const now = new Date(noonOf(today));
    return periods.map((id) => ({ id, label: t(id), ...daysOf(id, 'UTC', now) }));
  }, [t, today]);
  // It was loaded because its button was pressed: now the press counts.
  useEffect(() => {
    if (Picker) box.current?.querySelector('button')?.click();
  }, [Picker]);
  if (Picker) {
    return (
      <div ref={box} className="contents">
        <Picker
          value={days}
          onValueChange={({ from, to }) => {
            const preset = presets.find((each) => each.from === from && each.to === to);
            filters.set(
              preset ? { period: preset.id, from: undefined, to: undefined } : { period: undefined, from, to },
            );
          }}
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
  const name = periods.find((period: Period) => period === values.period);
  const dayText = (day: string | undefined) => (day ? timeText(noonOf(day), 'date', { locale, timeZone: 'UTC' }) : '');
  const text = name ? t(name) : days.from || days.to ? `${dayText(days.from)} – ${dayText(days.to)}`.trim() : '';
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-expanded={false}
      onPointerEnter={() => void load()}
      onFocus={() => void load()}
      onClick={() => void load().then((component) => setPicker(() => component))}
      className={cn(buttonVariants(), 'max-w-full')}
    >
      <CalendarDays aria-hidden="true" className="size-3.5! text-muted-foreground" />
      <span className="sr-only">{t('label')}: </span>
      <span className={cn('truncate', !text && 'font-normal text-muted-foreground')}>{text || t('any')}</span>
    </button>
  );
}
