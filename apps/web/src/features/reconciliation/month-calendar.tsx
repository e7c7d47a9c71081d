'use client';

import { Button, CardContent, CardHeader, cn, IconButton, toneSurface } from '@tillgate/ui';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useTranslations } from 'use-intl/react';
import { usePreferences } from '@/format';
import { centsText } from './cents.ts';
import { signs } from './colours.tsx';
import { emptyBefore, laterMonth, type Month, monthOf } from './month.ts';
import type { CalendarDay } from './types.ts';

type Props = {
  days: CalendarDay[];
  month: Month;
  chosen: string | null;
  today: string;
  onDay: (day: string) => void;
  onMonth: (month: Month) => void;
};

/** Monday to Sunday, as `Date.getDay` counts them. Their texts are ours: `Intl` knows no short ones in Swahili. */
const weekdays = ['1', '2', '3', '4', '5', '6', '0'] as const;
const colours = ['green', 'amber', 'red', 'none'] as const;

/** A month of days, each with its colour, its sign, and its words for screen readers. */
export function MonthCalendar({ days, month, chosen, today, onDay, onMonth }: Props) {
  const t = useTranslations('reconciliation.calendar');
  const { locale } = usePreferences();
  const name = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  const [first] = days;
  return (
    <>
      <CardHeader
        title={name.format(new Date(`${month}-01T00:00:00Z`))}
        description={t('days')}
        actions={
          <div className="flex gap-1">
            {month !== monthOf(today) && <Button onClick={() => onMonth(monthOf(today))}>{t('thisMonth')}</Button>}
            <IconButton label={t('before')} icon={<ChevronLeft />} onClick={() => onMonth(laterMonth(month, -1))} />
            <IconButton
              label={t('after')}
              icon={<ChevronRight />}
              disabled={month >= monthOf(today)}
              onClick={() => onMonth(laterMonth(month, 1))}
            />
          </div>
        }
      />
      <CardContent>
        <div aria-hidden="true" className="grid grid-cols-7 gap-1 pb-1 text-center text-muted-foreground text-xs">
          {weekdays.map((day) => (
            <span key={day}>{t(`weekdays.${day}`)}</span>
          ))}
        </div>
        <ul className="grid grid-cols-7 gap-1">
          {first && Array.from({ length: emptyBefore(first.day) }, (_, index) => <li key={`empty ${-index}`} />)}
          {days.map((day) => (
            <li key={day.day}>
              <DayButton
                day={day}
                isChosen={day.day === chosen}
                isToday={day.day === today}
                onClick={() => onDay(day.day)}
              />
            </li>
          ))}
        </ul>
        <Legend />
      </CardContent>
    </>
  );
}

type DayButtonProps = { day: CalendarDay; isChosen: boolean; isToday: boolean; onClick: () => void };

function DayButton({ day, isChosen, isToday, onClick }: DayButtonProps) {
  const t = useTranslations('reconciliation');
  const { locale } = usePreferences();
  const { tone, Icon } = signs[day.colour];
  const date = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', timeZone: 'UTC' });
  const words = [
    date.format(new Date(`${day.day}T00:00:00Z`)),
    t(`colours.${day.colour}`),
    day.openExceptions > 0 && t('day.openExceptions', { count: day.openExceptions }),
    day.gaps.length > 0 && t('day.gapCount', { count: day.gaps.length }),
    day.lines > 0 && t('calendar.paidIn', { sum: centsText(day.inCents) }),
  ];
  return (
    <button
      type="button"
      aria-label={words.filter(Boolean).join(', ')}
      aria-pressed={isChosen}
      aria-current={isToday ? 'date' : undefined}
      onClick={onClick}
      className={cn(
        'flex h-14 w-full flex-col items-center justify-center gap-1 rounded-md border text-sm tabular-nums hover:border-ring',
        day.colour === 'none' ? 'border-transparent text-muted-foreground' : toneSurface[tone],
        isToday && 'font-semibold underline underline-offset-4',
        isChosen && 'border-ring! ring-2 ring-ring',
      )}
    >
      <span>{Number(day.day.slice(-2))}</span>
      {day.colour === 'none' ? <span className="h-4" /> : <Icon aria-hidden="true" className="size-4" />}
    </button>
  );
}

function Legend() {
  const t = useTranslations('reconciliation');
  return (
    <dl className="mt-4 grid grid-cols-[auto_1fr] gap-x-3 gap-y-1.5 text-xs">
      {colours.map((colour) => {
        const { tone, Icon } = signs[colour];
        return (
          <div key={colour} className="contents">
            <dt className="flex items-start gap-1.5 whitespace-nowrap font-medium leading-5">
              <span className={cn('rounded-sm border p-0.5', toneSurface[tone])}>
                <Icon aria-hidden="true" className="size-3" />
              </span>
              {t(`colours.${colour}`)}
            </dt>
            <dd className="text-muted-foreground leading-5">{t(`legend.${colour}`)}</dd>
          </div>
        );
      })}
    </dl>
  );
}
