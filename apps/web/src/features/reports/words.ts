'use client';

import { numberOf, railLabel } from '@tillgate/domain/rails/names';
import { useTranslations } from 'use-intl/react';
import { formatMoney, formatNumber, formatShare, timeText, usePreferences } from '@/format';
import { type Difference, differenceOf } from './difference.ts';
import type { Grouping, Interval, Range } from './state.ts';
import type { FigureKind } from './table.ts';

type Value = string | number | null | undefined;
const nothing = '—';

/** A figure as text. */
export function figureText(kind: FigureKind, value: Value): string {
  if (value === null || value === undefined) return nothing;
  switch (kind) {
    case 'money':
      return formatMoney(value);
    case 'count':
      return formatNumber(Number(value));
    case 'share':
      return formatShare(Number(value));
    case 'average':
      return formatMoney(Number(value));
  }
}

/** How two figures of a kind differ, in words and numbers. */
export function useDifferenceText(): (kind: FigureKind, now: Value, before: Value) => string {
  const t = useTranslations('reports.difference');
  return (kind, now, before) => {
    const difference = differenceOf(kind, now, before);
    if (difference.direction === 'none') return t('none');
    if (difference.direction === 'same') return t('same');
    const { direction, by, share } = difference;
    if (kind === 'share') return t(direction === 'more' ? 'higher' : 'lower', { points: pointsText(by) });
    const sum = byText(kind, by);
    if (share === null) return t(direction, { sum });
    return t(direction === 'more' ? 'moreShare' : 'lessShare', { sum, share: formatShare(share) });
  };
}

const pointsText = (points: number | string) => String(points);

function byText(kind: FigureKind, by: number | string): string {
  return kind === 'money' || kind === 'average' ? formatMoney(by) : formatNumber(Number(by));
}

/** Whether a change is good: `less` is, of failures and refunds. */
export function toneOf(figure: string, { direction }: Difference): 'success' | 'danger' | 'neutral' {
  if (direction === 'none' || direction === 'same' || figure === 'pending') return 'neutral';
  const isCost = ['failed', 'refunded', 'refundCount'].includes(figure);
  if (['paidOut', 'payoutCount', 'amount'].includes(figure)) return 'neutral';
  return (direction === 'more') === isCost ? 'danger' : 'success';
}

/** Days and labels of rows in words. They have their zone already, so they are read as UTC. */
export function useTimeWords() {
  const t = useTranslations('reports');
  const { locale } = usePreferences();
  const dayText = (day: string) =>
    Number.isNaN(Date.parse(day))
      ? day
      : timeText(`${day.slice(0, 10)}T12:00:00Z`, 'date', { locale, timeZone: 'UTC' });
  const labelText = (label: string, interval: Interval): string => {
    switch (interval) {
      case 'hour':
        return `${dayText(label)}, ${label.slice(11)}`;
      case 'week':
        return t('weekOf', { day: dayText(label) });
      case 'month':
        return dayText(label).replace(/^\d+ /, '');
      default:
        return dayText(label);
    }
  };
  const rangeText = ({ from, to }: Range) => (from === to ? dayText(from) : `${dayText(from)} – ${dayText(to)}`);
  return { labelText, rangeText };
}

/** The name of a group: reasons have the words of the catalogue. */
export function useGroupText(groupBy: Grouping, titles: Record<string, string>): (group: string | null) => string {
  const t = useTranslations('reports.groups');
  return (group) => {
    if (groupBy === 'source') return t(group === 'stk' || group === 'c2b' ? group : 'otherSource');
    if (group === null) return t('none');
    if (groupBy === 'rail') return railLabel(group);
    if (groupBy === 'shortcode') return numberOf(group);
    const title = titles[group];
    return groupBy === 'reason' && title ? `${title} (${group})` : group;
  };
}
