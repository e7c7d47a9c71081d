import { exportSources } from '@tillgate/domain/reading/exports';
import { balancesSchema, collectionsSchema, payoutsSchema, settlementSchema } from '@tillgate/domain/reading/reports';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import en from '../../../messages/en/exports.json' with { type: 'json' };
import sw from '../../../messages/sw/exports.json' with { type: 'json' };
import { filterFacts, periodFields, withoutPeriod } from './filter-facts.ts';
import type { ExportList } from './types.ts';

const reports = [
  ['report_collections', collectionsSchema],
  ['report_payouts', payoutsSchema],
  ['report_settlement', settlementSchema],
  ['report_balances', balancesSchema],
] as const;

/** The values that a field takes, if they are a few. */
function optionsOf(type: z.ZodType): string[] {
  const inner = type instanceof z.ZodDefault || type instanceof z.ZodOptional ? type.unwrap() : type;
  return inner instanceof z.ZodEnum ? inner.options.map(String) : [];
}

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

  it('of a report has its rows and groups in words, and several values in one text', () => {
    const filter = { since: 'a', until: 'b', interval: 'day', groupBy: 'reason', shortcodes: ['600100', '600200'] };
    expect(filterFacts('report_collections', filter)).toEqual([
      { field: 'time', kind: 'period', from: 'a', to: 'b' },
      { field: 'interval', kind: 'choice', texts: 'interval', value: 'day' },
      { field: 'groupBy', kind: 'choice', texts: 'groupBy', value: 'reason' },
      { field: 'shortcodes', kind: 'text', value: '600100, 600200' },
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

  it.each(reports)('the filter of %s is said in words, with each of its values', (list, schema) => {
    const said: { [field: string]: Record<string, string> | undefined } = texts.values;
    for (const [field, type] of Object.entries(schema.shape)) {
      if (['from', 'to', 'timeZone', 'applicationIds', 'compare'].includes(field)) continue;
      expect(Object.keys(texts.fields), `${list} ${field}`).toContain(field);
      const options = optionsOf(type);
      if (field !== 'rail') expect(Object.keys(said[field] ?? {})).toEqual(expect.arrayContaining(options));
    }
  });
});
