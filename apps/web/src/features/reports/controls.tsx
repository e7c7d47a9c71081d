'use client';

import { Field, LinkTabs, Select, Switch } from '@tillgate/ui';
import { usePathname } from 'next/navigation';
import { useTranslations } from 'use-intl/react';
import { dayAt } from '@/features/lists/days';
import { DaysPicker } from '@/features/lists/days-picker';
import { useNetworks } from '@/features/rails/use-networks';
import { daysOfRange, groupings, intervalsFor, isOverTime, ranges, reports } from './state.ts';
import type { StateOfPage } from './use-report-state.ts';
import { useTimeWords } from './words.ts';

/** The tabs of the reports, each with its own address, without parameters that the report does not support. */
export function ReportTabs({ state: { report, range, from, to, compare, timeZone } }: Pick<StateOfPage, 'state'>) {
  const t = useTranslations('reports');
  const pathname = usePathname();
  const period: Record<string, string> = range ? { period: range } : { from, to };
  const kept = { ...period, ...(compare && { compare: '1' }), zone: timeZone };
  return (
    <LinkTabs
      label={t('tabs')}
      items={reports.map((name) => ({
        href: `${pathname}?${new URLSearchParams({ report: name, ...kept })}`,
        label: t(`names.${name}`),
        isCurrent: name === report,
      }))}
    />
  );
}

/** The range, how it is cut or broken down, and the comparison. */
export function Controls({ state, set }: StateOfPage) {
  const t = useTranslations('reports');
  const { report } = state;
  const hasNetworks = useNetworks().length > 0;
  // A choice of an address stays to be seen.
  const groups = groupings[report].filter((group) => group !== 'rail' || hasNetworks || state.groupBy === 'rail');
  return (
    <search aria-label={t('controls')} data-print="hide" className="flex flex-wrap items-end gap-x-3 gap-y-2">
      <RangeControl state={state} set={set} />
      {groups.length > 0 && (
        <Field label={t('breakdown')} className="w-44 max-w-full">
          <Select
            value={state.groupBy}
            options={(['none', ...groups] as const).map((value) => ({ value, label: t(`by.${value}`) }))}
            onValueChange={(value) => set({ group: value === 'none' ? undefined : value })}
          />
        </Field>
      )}
      {isOverTime(state) && <IntervalControl state={state} set={set} />}
      {report !== 'balances' && (
        <div className="flex min-h-8 items-center">
          <Switch
            label={t('compare')}
            checked={state.compare}
            onCheckedChange={(isOn) => set({ compare: isOn ? '1' : undefined })}
          />
        </div>
      )}
    </search>
  );
}

function RangeControl({ state, set }: StateOfPage) {
  const t = useTranslations('reports');
  const { rangeText } = useTimeWords();
  const { from, to, range, timeZone } = state;
  const now = new Date();
  const presets = ranges.map((id) => ({ id, label: t(`ranges.${id}`), ...daysOfRange(id, timeZone, now) }));
  return (
    <DaysPicker
      days={{ from, to }}
      text={range ? t(`ranges.${range}`) : rangeText({ from, to })}
      presets={presets}
      today={dayAt(now, timeZone)}
      canClear={false}
      onChoose={(days) => {
        const preset = presets.find((each) => each.from === days.from && each.to === days.to);
        const chosen = preset ? { period: preset.id, from: undefined, to: undefined } : { period: undefined, ...days };
        // Another range is shown by its own usual interval.
        set({ ...chosen, interval: undefined });
      }}
    />
  );
}

function IntervalControl({ state, set }: StateOfPage) {
  const t = useTranslations('reports');
  const offered = intervalsFor(state);
  const values = offered.includes(state.interval) ? offered : [state.interval, ...offered];
  return (
    <Field label={t('interval')} className="w-32 max-w-full">
      <Select
        value={state.interval}
        options={values.map((value) => ({ value, label: t(`intervals.${value}`) }))}
        onValueChange={(value) => set({ interval: value })}
      />
    </Field>
  );
}
