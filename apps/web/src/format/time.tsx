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

/** A moment in the time zone that the person prefers, with its year if that is another one. The whole of it, zone included, is its title. */
export function Time({ value, format = 'dateTime', className }: Props) {
  const preferences = usePreferences();
  const whole = `${timeText(value, 'dateTimeSeconds', preferences)} ${timeZoneName(preferences.timeZone)}`;
  return (
    // Server and browser may be a few seconds apart about how long ago it was: the next tick settles it.
    <time dateTime={value} title={whole} className={className} suppressHydrationWarning={format === 'relative'}>
      {format === 'relative' ? <RelativeTime value={value} /> : timeText(value, format, preferences, new Date())}
    </time>
  );
}

const tickMs = 15_000;

function subscribeToTicks(notify: () => void): () => void {
  const timer = setInterval(notify, tickMs);
  return () => clearInterval(timer);
}

const tickNow = () => Math.floor(Date.now() / tickMs);

/** How long ago, as of now: said by the server already, so that nothing changes its width later. */
function RelativeTime({ value }: { value: string }) {
  const { locale } = usePreferences();
  useSyncExternalStore(subscribeToTicks, tickNow, tickNow);
  return relativeText(value, new Date(), locale);
}
