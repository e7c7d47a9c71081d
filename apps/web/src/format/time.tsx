'use client';

import { useSyncExternalStore } from 'react';
import { relativeText, type TimeStyle, timeText, timeZoneName } from './time-text.ts';
import { usePreferences } from './use-preferences.ts';

type Props = {
  /** ISO 8601. */
  value: string;
  format?: TimeStyle | 'relative';
  className?: string;
};

/** A moment in the time zone that the person prefers; the whole of it, zone included, is its title. */
export function Time({ value, format = 'dateTime', className }: Props) {
  const preferences = usePreferences();
  const whole = `${timeText(value, 'dateTimeSeconds', preferences)} ${timeZoneName(preferences.timeZone)}`;
  return (
    <time dateTime={value} title={whole} className={className}>
      {format === 'relative' ? <RelativeTime value={value} /> : timeText(value, format, preferences)}
    </time>
  );
}

const tickMs = 15_000;

function subscribeToTicks(notify: () => void): () => void {
  const timer = setInterval(notify, tickMs);
  return () => clearInterval(timer);
}

const tickNow = () => Math.floor(Date.now() / tickMs);

/** The server does not know when it is read: it says the time itself, the browser how long ago that was. */
function RelativeTime({ value }: { value: string }) {
  const preferences = usePreferences();
  const tick = useSyncExternalStore<number | undefined>(subscribeToTicks, tickNow, () => undefined);
  if (tick === undefined) return timeText(value, 'dateTime', preferences);
  return relativeText(value, new Date(), preferences.locale);
}
