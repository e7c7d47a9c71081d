'use client';

import { buttonVariants } from '@tillgate/ui';
import { CalendarDays } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl/react';
import { usePreferences } from '@/format';
import { dayAt } from './days.ts';

const DateRangePicker = dynamic(() => import('@tillgate/ui/dates').then((dates) => dates.DateRangePicker), {
  ssr: false,
  loading: Placeholder,
});

const dayMs = 86_400_000;
const weekDays = 7;
const monthDays = 30;

/** The button as it will be, so that nothing moves when it comes. */
function Placeholder() {
  const t = useTranslations('developers.period');
  return (
    <span aria-hidden="true" className={buttonVariants()}>
      <CalendarDays className="size-3.5! text-muted-foreground" />
      <span className="font-normal text-muted-foreground">{t('any')}</span>
    </span>
  );
}

type Days = { from?: string; to?: string };
type Props = { value: Days; onChange: (days: Days) => void };

/** A filter by days, in the time zone that the person prefers. */
export function PeriodFilter({ value, onChange }: Props) {
  const t = useTranslations('developers.period');
  const { locale, timeZone } = usePreferences();
  const today = dayAt(new Date(), timeZone);
  const presets = useMemo(() => {
    const back = (days: number) => dayAt(new Date(Date.parse(`${today}T12:00:00Z`) - days * dayMs), 'UTC');
    return [
      { id: 'today', label: t('today'), from: today, to: today },
      { id: 'yesterday', label: t('yesterday'), from: back(1), to: back(1) },
      { id: 'week', label: t('week'), from: back(weekDays - 1), to: today },
      { id: 'month', label: t('month'), from: back(monthDays - 1), to: today },
    ];
  }, [t, today]);
  return (
    <DateRangePicker
      value={value}
      onValueChange={({ from, to }) => onChange({ from, to })}
      presets={presets}
      locale={locale}
      max={today}
      label={t('label')}
      placeholder={t('any')}
      fromLabel={t('from')}
      toLabel={t('to')}
      applyLabel={t('apply')}
      clearLabel={t('clear')}
      previousLabel={t('previous')}
      nextLabel={t('next')}
    />
  );
}
