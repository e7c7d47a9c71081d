'use client';

import { ChevronLeft, ChevronRight } from 'lucide-react';
import { DayPicker } from 'react-day-picker';
import { buttonVariants } from '../components/button-variants.ts';
import { cn } from '../lib/cn.ts';
import { type Day, type DayRange, dateOf, dayOf } from './day.ts';

/** Props of {@link Calendar}. */
interface CalendarProps {
  value: DayRange;
  onValueChange: (value: DayRange) => void;
  months: 1 | 2;
  /** BCP 47 tag. */
  locale: string;
  previousLabel: string;
  nextLabel: string;
  max?: Day;
  today?: Day;
}

const nav = cn(buttonVariants({ variant: 'ghost', size: 'icon-sm' }), 'aria-disabled:opacity-30!');

const classNames = {
  root: 'relative',
  months: 'flex gap-6',
  month: 'flex flex-col gap-2',
  nav: 'absolute inset-x-0 top-0 flex justify-between',
  button_previous: nav,
  button_next: nav,
  month_caption: 'flex h-7 items-center justify-center font-medium text-sm first-letter:uppercase pointer-coarse:h-11',
  month_grid: 'border-collapse',
  weekday: 'h-8 w-9 text-center font-normal text-muted-foreground text-xs',
  day: 'p-0 py-px text-center',
  day_button:
    'grid size-9 place-items-center rounded-md text-sm transition-colors hover:bg-accent disabled:pointer-events-none disabled:opacity-40 max-sm:w-[min(2.75rem,calc((100vw-3.5rem)/7))] pointer-coarse:h-11',
  today: '[&>button]:font-bold [&>button]:underline [&>button]:underline-offset-4',
  outside: 'invisible',
  range_start: 'rounded-l-md bg-accent [&>button]:bg-primary! [&>button]:text-primary-foreground!',
  range_end: 'rounded-r-md bg-accent [&>button]:bg-primary! [&>button]:text-primary-foreground!',
  range_middle: 'bg-accent [&>button]:rounded-none',
};

/** One or two months to choose a range in; arrow keys walk by days, page keys by months. */
export function Calendar({ value, onValueChange, months, locale, previousLabel, nextLabel, ...rest }: CalendarProps) {
  const text = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(locale, options);
    return (date: Date) => format.format(date);
  };
  const monthName = text({ month: 'long', year: 'numeric' });
  const max = dateOf(rest.max);
  const end = dateOf(value.to) ?? dateOf(value.from) ?? dateOf(rest.today) ?? new Date();
  return (
    <DayPicker
      mode="range"
      numberOfMonths={months}
      // The last chosen day stands in the last month: what is looked back at is nearly always the past.
      defaultMonth={new Date(end.getFullYear(), end.getMonth() - (months - 1), 1, 12)}
      endMonth={max}
      disabled={max && { after: max }}
      weekStartsOn={1}
      today={dateOf(rest.today)}
      selected={{ from: dateOf(value.from), to: dateOf(value.to) }}
      onSelect={(range) => onValueChange({ from: range?.from && dayOf(range.from), to: range?.to && dayOf(range.to) })}
      classNames={classNames}
      formatters={{ formatCaption: monthName, formatWeekdayName: text({ weekday: 'narrow' }) }}
      labels={{
        labelGrid: monthName,
        labelDayButton: text({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }),
        labelWeekday: text({ weekday: 'long' }),
        labelPrevious: () => previousLabel,
        labelNext: () => nextLabel,
      }}
      components={{
        Chevron: ({ orientation }) => (orientation === 'left' ? <ChevronLeft /> : <ChevronRight />),
      }}
    />
  );
}
