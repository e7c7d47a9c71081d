import { listCatalogue } from '@tillgate/domain/catalogue';
import { expect, it } from 'vitest';
import { findEntries } from './find-entries.ts';

const codes = (query: string, family?: string) =>
  findEntries(listCatalogue('mpesa'), query, family).map(({ code }) => code);

it('without a question all entries are shown, in their order', () => {
  expect(findEntries(listCatalogue('mpesa'), ' ', undefined)).toEqual(listCatalogue('mpesa'));
});

it('an exact code comes first', () => {
  expect(codes('1')[0]).toBe('1');
  expect(codes('1').length).toBeGreaterThan(1);
  expect(codes('1032')).toEqual(['1032']);
});

it('every word must be somewhere, whatever its case', () => {
  expect(codes('PIN wrong')).toContain('2001');
  expect(codes('access TOKEN')).toEqual(expect.arrayContaining(['401.002.01', '404.001.03']));
  expect(codes('no such words anywhere')).toEqual([]);
});

it('a family leaves the others out', () => {
  expect(new Set(findEntries(listCatalogue('mpesa'), '', 'api').map(({ family }) => family))).toEqual(new Set(['api']));
  expect(codes('', 'none')).toEqual([]);
});
