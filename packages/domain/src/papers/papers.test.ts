import { extractText, getDocumentProxy } from 'unpdf';
import { describe, expect, it } from 'vitest';
import { type Column, fileOf, heading, numberPages, openDocument, type TableRow, table, write } from './index.ts';

const at = new Date('2026-11-21T10:00:00Z');
const columns: Column[] = [
  { title: 'Row', width: 40 },
  { title: 'Name', width: 120 },
  { title: 'Amount', width: 80, isRight: true },
];

/** The text of each page, with one blank between words. */
async function pagesOf(rows: TableRow[], note = 'Payroll'): Promise<string[]> {
  const pen = await openDocument('Paper', at);
  heading(pen, 'People');
  await table(pen, columns, rows);
  numberPages(pen, note, (page, pages) => `Page ${page} of ${pages}`);
  const { text } = await extractText(await getDocumentProxy(await fileOf(pen)));
  return text.map((page) => page.replaceAll(/\s+/g, ' ').trim());
}

const people = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ cells: [`${n + 1}`, `P${n + 1}`, '500'] }));

describe('a table on paper', () => {
  it('goes on over pages, each with its head and its number, and drops no row', async () => {
    const pages = await pagesOf([...people(130), { cells: ['', 'Total', '65,000'], isResult: true }]);
    expect(pages.length).toBeGreaterThan(1);
    for (const [index, page] of pages.entries()) {
      expect(page).toContain('Row Name Amount');
      expect(page).toContain(`Payroll Page ${index + 1} of ${pages.length}`);
    }
    const all = pages.join(' ');
    for (let n = 1; n <= 130; n++) expect(all).toContain(` ${n} P${n} 500`);
    expect(pages.at(-1)).toContain('Total 65,000');
  });

  it('breaks a long word, and cuts a cell that is longer than a page', async () => {
    const name = 'W'.repeat(64);
    const [page = '', ...others] = await pagesOf([
      { cells: ['1', name, '500'] },
      { cells: ['2', 'x '.repeat(9_000), '7'] },
    ]);
    expect(others).toEqual([]);
    expect(page.replaceAll(' ', '')).toContain('W'.repeat(12));
    expect(page.match(/W/g)).toHaveLength(64);
    expect(page).toContain('…');
  });

  it.each([
    ['text from right to left', 'مريم أحمد', '???? ????'],
    ['marks that turn the line', '\u202Egnirts\u202C', '?gnirts?'],
    ['a picture that the font does not have', 'Amina 💃🏽', 'Amina ??'],
    ['a formula', '=HYPERLINK("http://x.example")', '=HYPERLINK("http://x.example")'],
    ['accents in parts', 'Zoe\u0301', 'Zoé'],
    ['what ends a text of a PDF', 'A) Tj ET (B\\', 'A) Tj ET (B\\'],
    ['a lone half of a character', 'A\uD83D', 'A?'],
  ])('shows %s and nothing else', async (_what, name, shown) => {
    const [page = ''] = await pagesOf([{ cells: ['1', name, '500'] }]);
    expect(page.replaceAll(' ', '')).toContain(`1${shown}500`.replaceAll(' ', ''));
  });

  it('cuts a note that is longer than the line of its page', async () => {
    const [page = ''] = await pagesOf(people(1), 'long '.repeat(200));
    expect(page).toContain('long long');
    expect(page).toContain('Page 1 of 1');
    expect(page.length).toBeLessThan(250);
  });

  it('begins a page with a heading that would stand alone at its end', async () => {
    const pen = await openDocument('Paper', at);
    for (let line = 0; line < 54; line++) write(pen, 'line');
    heading(pen, 'Paid');
    await table(pen, columns, people(1));
    const { text } = await extractText(await getDocumentProxy(await fileOf(pen)));
    expect(text).toHaveLength(2);
    expect(text[1]).toContain('Paid');
  });
});
