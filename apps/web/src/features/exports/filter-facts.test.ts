import { exportSources } from '@tillgate/domain/reading/exports';
import { describe, expect, it } from 'vitest';
import en from '../../../messages/en/exports.json' with { type: 'json' };
import sw from '../../../messages/sw/exports.json' with { type: 'json' };
import { filterFacts, periodFields, withoutPeriod } from './filter-facts.ts';
import type { ExportList } from './types.ts';

const lists = Object.keys(exportSources) as ExportList[];

describe('the filter of an export', () => {
  it('has the times of the list as one fact, and the amounts as another', () => {
    const filter = { createdFrom: 'a', createdTo: 'b', status: 'success', amountMin: 5, needsReview: true };
    expect(filterFacts('payments', filter)).toEqual([
      { field: 'time', kind: 'period', from: 'a', to: 'b' },
      { field: 'status', kind: 'choice', texts: 'payments', value: 'success' },
      { field: 'needsReview', kind: 'flag' },
      { field: 'amount', kind: 'amount', min: 5, max: undefined },
    ]);
  });

  it('keeps what no text is known for', () => {
    expect(filterFacts('events', { until: 'b', delivery: 'none', colour: ['red'] })).toEqual([
      { field: 'time', kind: 'period', from: undefined, to: 'b' },
      { field: 'delivery', kind: 'choice', texts: 'deliveries', value: 'none' },
      { field: 'colour', kind: 'text', value: '["red"]' },
    ]);
  });

  it('names the network of the rows as people do', () => {
    expect(filterFacts('inquiries', { rail: 'airtel' })).toEqual([
      { field: 'rail', kind: 'text', value: 'Airtel Money' },
    ]);
  });

  it('loses its times for a schedule', () => {
    expect(withoutPeriod('deliveries', { since: 'a', until: 'b', status: 'due' })).toEqual({ status: 'due' });
  });

  it.each(lists)('of %s names the times as the domain does', (list) => {
    expect(periodFields[list]).toEqual(exportSources[list].periodFields);
  });
});

describe.each([
  ['en', en],
  ['sw', sw],
] as const)('in %s', (_locale, texts) => {
  it.each(lists)('every column of %s has a name', (list) => {
    const named: Record<string, string> = texts.columns;
    expect(exportSources[list].columns.filter(({ name }) => !named[name])).toEqual([]);
  });
});
