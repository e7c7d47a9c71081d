'use client';

import { timeText, usePreferences } from '@/format';

type Props = {
  /** ISO 8601. */
  value: string;
  format?: 'timeSeconds' | 'dateTimeSeconds';
};

/** The clock of a statement: East Africa Time, whatever zone the reader prefers. */
export function EatTime({ value, format = 'timeSeconds' }: Props) {
  const { locale } = usePreferences();
  return (
    <time dateTime={value} className="whitespace-nowrap tabular-nums">
      {timeText(value, format, { locale, timeZone: 'Africa/Nairobi' }, new Date())}
    </time>
  );
}
