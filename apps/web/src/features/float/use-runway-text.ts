'use client';

import { useTranslations } from 'use-intl/react';
import type { FloatAccount } from './types.ts';

const hoursPerDay = 24;
const daysFrom = 3;
const daysOfYear = 365;

/** Returns a sentence about how long the money lasts, or why this is unknown. */
export function useRunwayText(): (runway: FloatAccount['runway']) => string {
  const t = useTranslations('float.runway');
  return (runway) => {
    if (runway.kind === 'unknown') return t(runway.why);
    const { hours } = runway;
    if (hours === 0) return t('nothing');
    if (hours < 1) return t('underAnHour');
    // Rounded down, so that the text never promises too much.
    if (hours < daysFrom * hoursPerDay) return t('hours', { count: Math.floor(hours) });
    const days = Math.floor(hours / hoursPerDay);
    // Further ahead, the rate of one day says nothing.
    if (days > daysOfYear) return t('overAYear');
    return t('days', { count: days });
  };
}
