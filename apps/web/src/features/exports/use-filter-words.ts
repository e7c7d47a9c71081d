'use client';

import { useTranslations } from 'use-intl/react';
import { dayAt, dayBounds } from '@/features/lists/days';
import { formatMoney, timeText, usePreferences } from '@/format';
import { type TimeZone, timeZones } from '@/i18n/locale';
import { type FilterFact, filterFacts, isReport } from './filter-facts.ts';
import type { ExportFilter, ExportList } from './types.ts';

/**
 * Says the filter of an export in words: a label and a value for each filter that is on. Days are those of the reader, and
 * of a report those of the file.
 */
export function useFilterWords() {
  const t = useTranslations('exports');
  const preferences = usePreferences();
  const momentText = (text: string, timeZone: TimeZone, isEnd = false) => {
    const day = wholeDay(text, isEnd, timeZone);
    // Noon, so that the day is the same in every time zone.
    if (day) return timeText(`${day}T12:00:00Z`, 'date', { ...preferences, timeZone: 'UTC' });
    return timeText(text, 'dateTime', { ...preferences, timeZone });
  };
  const valueText = (fact: FilterFact, timeZone: TimeZone): string => {
    if (fact.kind === 'flag') return '';
    if (fact.kind === 'text') return fact.value;
    if (fact.kind === 'amount') return amountText(fact);
    if (fact.kind === 'choice') return word(t, `values.${fact.texts}.${fact.value}`) ?? fact.value;
    const { from, to } = fact;
    if (from && to) return t('words.days', { from: momentText(from, timeZone), to: momentText(to, timeZone, true) });
    return from
      ? t('words.since', { from: momentText(from, timeZone) })
      : t('words.until', { to: momentText(to ?? '', timeZone) });
  };
  return (list: ExportList, filter: ExportFilter, fileZone: string) => {
    const known = isReport(list) ? timeZones.find((zone) => zone === fileZone) : undefined;
    return filterFacts(list, filter).map((fact) => ({
      field: fact.field,
      label: word(t, `fields.${fact.field}`) ?? fact.field,
      value: valueText(fact, known ?? preferences.timeZone),
    }));
  };
}

/** The filter as one line of text. */
export function useFilterLine() {
  const t = useTranslations('exports.words');
  const words = useFilterWords();
  return (list: ExportList, filter: ExportFilter, fileZone: string) =>
    words(list, filter, fileZone)
      .map(({ label, value }) => (value === '' ? label : `${label}: ${value}`))
      .join(' · ') || t('all');
}

type Translate = ReturnType<typeof useTranslations>;

/** A text that there may not be: filters outlive the version that knew them. */
function word(t: Translate, key: string): string | undefined {
  return t.has(key) ? t(key) : undefined;
}

/** The day that begins at a moment, or for an end the day before it; undefined when it is no midnight. */
function wholeDay(text: string, isEnd: boolean, timeZone: TimeZone): string | undefined {
  const moment = new Date(text);
  if (Number.isNaN(moment.getTime())) return undefined;
  const day = dayAt(moment, timeZone);
  const isMidnight = dayBounds({ from: day }, timeZone).since === moment.toISOString();
  if (!isMidnight) return undefined;
  return isEnd ? dayAt(new Date(moment.getTime() - 1), timeZone) : day;
}

function amountText({ min, max }: { min?: number; max?: number }): string {
  if (min !== undefined && max !== undefined) {
    return min === max ? formatMoney(min) : `${formatMoney(min)} – ${formatMoney(max)}`;
  }
  return min === undefined ? `≤ ${formatMoney(max ?? 0)}` : `≥ ${formatMoney(min)}`;
}
