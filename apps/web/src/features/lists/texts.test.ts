import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { auditList } from '@/features/audit/filters';
import { batchList } from '@/features/batches/filters';
import { deliveryList } from '@/features/endpoints/delivery-filters';
import { eventList } from '@/features/events/filters';
import { inquiryList } from '@/features/inquiries/filters';
import { linkList } from '@/features/links/filters';
import { paymentList } from '@/features/payments/filters';
import { payoutList } from '@/features/payouts/filters';
import { requestList } from '@/features/requests/filters';
import { reviewList } from '@/features/reviews/filters';
import { locales } from '@/i18n/locale';
import type { Filter, ListDefinition } from './filters.ts';

const definitions: ListDefinition[] = [
  auditList,
  batchList,
  deliveryList,
  eventList,
  inquiryList,
  linkList,
  paymentList,
  payoutList,
  requestList,
  reviewList,
];

/** The texts that the filters of a page ask for, as `payments.filters.status`. */
function keysOf({ feature, filters }: ListDefinition): string[] {
  const label = (name: string) => `${feature}.filters.${name}`;
  const keysOfFilter = (filter: Filter): string[] => {
    const { name, kind } = filter;
    if (kind === 'period') return [];
    const help = 'hasHelp' in filter && filter.hasHelp ? [label(`${name}Help`)] : [];
    if (kind === 'amount') return [label(name), label('min'), label('max'), ...help];
    if (kind === 'text') return [label(name), ...help, ...(filter.pattern ? [label(`${name}Bad`)] : [])];
    if (kind === 'group') return [label(name), ...filter.filters.flatMap(keysOfFilter)];
    if (kind !== 'choice') return [label(name)];
    const texts = [filter.texts, filter.shortTexts].filter((place) => place !== undefined);
    return [label(name), ...texts.flatMap((place) => (filter.options ?? []).map((value) => `${place}.${value}`))];
  };
  return [label('label'), ...filters.flatMap(keysOfFilter)];
}

/** The text of a key, from the file of its feature. */
function textOf(locale: string, key: string): unknown {
  const [feature, ...path] = key.split('.');
  const file = new URL(`../../../messages/${locale}/${feature}.json`, import.meta.url);
  return path.reduce<unknown>(
    (texts, name) => (texts as Record<string, unknown> | undefined)?.[name],
    JSON.parse(readFileSync(file, 'utf8')),
  );
}

describe.each(locales)('in %s', (locale) => {
  it.each(definitions)('every filter of $feature has its texts', (definition) => {
    expect(keysOf(definition).filter((key) => typeof textOf(locale, key) !== 'string')).toEqual([]);
  });

  it.each([auditList, batchList, eventList, linkList, requestList])(
    'the page of $feature has its texts',
    ({ feature }) => {
      const names = ['title', 'description'].flatMap((name) => [name, `empty.${name}`]);
      const keys = [...names, 'empty.filteredTitle', 'empty.filteredDescription'].map((name) => `${feature}.${name}`);
      expect(keys.filter((key) => typeof textOf(locale, key) !== 'string')).toEqual([]);
    },
  );
});
