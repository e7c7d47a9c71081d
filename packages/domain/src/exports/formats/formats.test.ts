import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { ExportFormat } from '@tillgate/db';
import { parse } from 'csv-parse/sync';
import { strFromU8, unzipSync } from 'fflate';
import readExcel from 'read-excel-file/node';
import { describe, expect, it } from 'vitest';
import { zoneTime } from '../../kernel/zone-time.ts';
import type { Cell } from '../../reading/exports/index.ts';
import type { Layout } from './format.ts';
import { fileFormats } from './index.ts';
import { columnName } from './sheet.ts';

const layout: Layout = {
  columns: [
    { name: 'payment_id', kind: 'id' },
    { name: 'created_at', kind: 'moment' },
    { name: 'amount', kind: 'number' },
    { name: 'account_reference', kind: 'text' },
    { name: 'needs_review', kind: 'flag' },
  ],
  zone: zoneTime('Africa/Nairobi'),
};

/** Texts that break out of a cell, a line, a file or a spreadsheet, if something lets them. */
const hostile = [
  '=cmd|"/c calc"!A1',
  '+1',
  '-1',
  '@x',
  '\t=1',
  '\r\n=1',
  'a,b',
  'a"b',
  '"',
  'a\nb',
  '# rows=9',
  '#',
  '</t></is></c>',
  '&amp;<>&',
  ']]>',
  '_x000D_',
  '日本 🧾',
  '00042',
  '254712345678',
  ' spaces ',
  "'quoted",
  '\u0001',
  '\ud800',
];
const at = new Date('2026-01-31T08:00:00.500Z');
const rows: Cell[][] = hostile.map((text, index) => [
  `id-${index}`,
  index % 2 ? at : null,
  index,
  text,
  index % 3 === 0,
]);

/** Makes a file in parts of so many rows, each made without knowing of the others. */
function made(kind: ExportFormat, partRows: number): { file: Buffer; content: Buffer } {
  const format = fileFormats[kind];
  const parts: Buffer[] = [];
  let totals = { crc32: 0, plainBytes: 0, storedBytes: 0 };
  for (let from = 0; from < rows.length; from += partRows) {
    const isLast = from + partRows >= rows.length;
    const opening = from === 0 ? format.opening(layout) : '';
    const text = opening + format.rows(layout, rows.slice(from, from + partRows), from);
    const plain = Buffer.from(text + (isLast ? format.closing : ''));
    const stored = format.pack(plain, isLast);
    expect(format.unpack(stored)).toEqual(plain);
    totals = {
      crc32: crc32(plain, totals.crc32),
      plainBytes: totals.plainBytes + plain.length,
      storedBytes: totals.storedBytes + stored.length,
    };
    parts.push(stored);
  }
  const content = Buffer.concat(parts.map((part) => format.unpack(part)));
  const back = format.back(totals, {
    exportId: '01990000-0000-7000-8000-000000000000',
    applicationId: '01990000-0000-7000-8000-000000000001',
    environment: 'sandbox',
    list: 'payments',
    rows: rows.length,
    sha256: createHash('sha256').update(content).digest('hex'),
    timeZone: 'Africa/Nairobi',
    askedAt: '2026-01-31T09:00:00.000Z',
    filter: { status: 'success', accountReference: 'a, "b"\n=1' },
  });
  return { file: Buffer.concat([format.front(totals), ...parts, back]), content };
}

const sizes = [1, 7, 1000];

describe.each(sizes)('in parts of %i rows', (partRows) => {
  it('a CSV file reads back, and no cell of it is a formula', () => {
    const { file, content } = made('csv', partRows);
    expect([...file.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const read: string[][] = parse(file, { bom: true });
    expect(read[0]).toEqual(['payment_id', 'created_at (UTC+03:00)', 'amount', 'account_reference', 'needs_review']);
    expect(read).toHaveLength(rows.length + 1);
    for (const [index, row] of read.slice(1).entries()) {
      const [id, createdAt, amount, text = '', flag] = row;
      const given = rows[index];
      expect([id, createdAt, amount, flag]).toEqual([
        given?.[0],
        given?.[1] ? '2026-01-31 11:00:00' : '',
        String(given?.[2]),
        String(given?.[4]),
      ]);
      expect(text).not.toMatch(/^[\s]*[=+\-@]|^[\t\r]/);
      const whole = Buffer.from(String(given?.[3])).toString();
      expect([whole, `'${whole}`]).toContain(text);
    }
    // Nothing but the header and the rows: a spreadsheet takes every line for a row.
    expect(file).toEqual(content);
  });

  it('an NDJSON file holds the values as they are', () => {
    const { file } = made('ndjson', partRows);
    const lines = file.toString().trimEnd().split('\n');
    const read = lines.map((line) => JSON.parse(line));
    expect(read.slice(0, -1)).toEqual(
      rows.map(([id, moment, amount, text, flag]) => ({
        payment_id: id,
        created_at: moment ? '2026-01-31T11:00:00.500+03:00' : null,
        amount,
        account_reference: text,
        needs_review: flag,
      })),
    );
    const before = file.subarray(0, file.lastIndexOf('{"manifest"'));
    expect(read.at(-1).manifest).toMatchObject({
      rows: rows.length,
      time_zone: 'Africa/Nairobi',
      filter: { status: 'success', accountReference: 'a, "b"\n=1' },
      sha256: createHash('sha256').update(before).digest('hex'),
    });
  });

  it('a workbook opens, with texts as texts, numbers as numbers and times as times', async () => {
    const { file, content } = made('xlsx', partRows);
    const sheets = await readExcel(file, { trim: false });
    const [read, facts] = sheets.map(({ data }) => data);
    expect(sheets.map(({ sheet }) => sheet)).toEqual(['Data', 'Manifest']);
    expect(read?.[0]).toEqual(layout.columns.map(({ name }) => name));
    expect(read?.slice(1)).toEqual(
      rows.map(([id, moment, amount, text, flag]) => [
        id,
        moment ? new Date('2026-01-31T11:00:00.500Z') : null,
        amount,
        String(text).replaceAll('\u0001', '\ufffd').toWellFormed(),
        flag,
      ]),
    );
    const sha256 = createHash('sha256').update(content).digest('hex');
    expect(facts).toContainEqual(['rows', String(rows.length)]);
    expect(facts).toContainEqual(['sha256', sha256]);
  });
});

it('columns of both sheets are as wide as what is in them, so that no spreadsheet shows ###', () => {
  const sheets = unzipSync(made('xlsx', 7).file);
  const widthsOf = (sheet: number) => {
    const text = strFromU8(sheets[`xl/worksheets/sheet${sheet}.xml`] ?? new Uint8Array());
    // A spreadsheet calls a file broken whose columns do not stand before its rows.
    const before = text.slice(0, text.indexOf('<sheetData>'));
    return [...before.matchAll(/<col min="(\d+)" max="\1" width="(\d+)" customWidth="1"\/>/g)].map(([, , width]) =>
      Number(width),
    );
  };
  const [id = 0, moment = 0, amount = 0, text = 0, flag = 0, ...others] = widthsOf(1);
  expect(others).toEqual([]);
  expect(id).toBeGreaterThan('01990000-0000-7000-8000-000000000000'.length);
  expect(moment).toBeGreaterThan('2026-01-31 11:00:00'.length);
  expect(amount).toBeGreaterThan('1,000,000.00'.length);
  expect(text).toBeGreaterThan('account_reference'.length);
  expect(flag).toBeGreaterThan('needs_review'.length);
  const [name = 0, fact = 0] = widthsOf(2);
  expect(name).toBeGreaterThan('application_id'.length);
  expect(fact).toBeGreaterThan('a'.repeat(64).length);
});

it('columns of a sheet are named as spreadsheets name them', () => {
  expect([0, 25, 26, 51, 52, 701, 702].map(columnName)).toEqual(['A', 'Z', 'AA', 'AZ', 'BA', 'ZZ', 'AAA']);
});
