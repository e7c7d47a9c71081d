import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { DomainError } from '../kernel/errors.ts';
import { defineSentences } from '../kernel/refusals.ts';
import { createBreath } from './breath.ts';
import { readTable } from './read-table.ts';
import type { Sought } from './sought.ts';
import { csvOf, sheetXml, streamedZipOf, xlsxParts, zipBomb, zipOf } from './table.fixture.ts';

const words = defineSentences({
  many: 'several: {sheets}',
  picture: 'no picture',
  pdf: 'no PDF',
  document: 'no document',
});
const header = ['Name', 'Sum'];
const list: Sought = {
  isIn: (rows) => rows.some(({ cells }) => cells[0] === 'Name' && cells[1] === 'Sum'),
  refuse: (found) => new DomainError('invalid_input', `No list: ${found[0]?.message}.`, { issues: found }),
  severalSheets: words.many,
  instead: { picture: words.picture, pdf: words.pdf, document: words.document },
};
const usual = [['A list'], [], header, ['JOY, "Mama Mboga"', '1,234.50'], ['', '-5']];
const filled = [
  { number: 1, cells: ['A list'] },
  { number: 3, cells: header },
  { number: 4, cells: ['JOY, "Mama Mboga"', '1,234.50'] },
  { number: 5, cells: ['', '-5'] },
];

const read = (bytes: Uint8Array) => readTable(bytes, list, createBreath());

/** The rows of a file without the empty cells at their end, which CSV and spreadsheets keep differently. */
async function rowsOf(bytes: Uint8Array) {
  const { rows } = await read(bytes);
  return rows.map(({ number, cells }) => ({
    number,
    cells: cells.slice(0, cells.findLastIndex((text) => text !== '') + 1),
  }));
}

describe('a table', () => {
  it.each([
    ['CSV', csvOf(usual)],
    ['CSV with semicolons', csvOf(usual, { delimiter: ';' })],
    ['CSV with tabs', csvOf(usual, { delimiter: '\t' })],
    ['CSV with bars and a byte order mark', csvOf(usual, { delimiter: '|', bom: true })],
    ['CSV in UTF-16', Buffer.from(`\ufeff${new TextDecoder().decode(csvOf(usual))}`, 'utf16le')],
    ['XLSX with shared texts', zipOf(xlsxParts({ List: usual }))],
    ['XLSX with texts in cells', zipOf(xlsxParts({ List: usual }, 'inline'))],
    ['XLSX with sizes after the parts', streamedZipOf(xlsxParts({ List: usual }))],
  ])('is read from %s, each row with the number that an editor shows', async (_, bytes) => {
    expect(await rowsOf(bytes)).toEqual(filled);
    expect(await read(bytes)).toMatchObject({ format: bytes[0] === 0x50 ? 'xlsx' : 'csv', notes: [] });
  });

  it('is read from the sheet that has it, and the others are named', async () => {
    const { rows, notes } = await read(zipOf(xlsxParts({ Cover: [['Hello']], List: usual })));
    expect(rows).toHaveLength(4);
    expect(notes).toMatchObject([{ name: 'sheetUnread', values: { sheet: 'Cover' } }]);
  });

  it('that nobody looks for is read as well: the caller says what is missing', async () => {
    expect(await rowsOf(Buffer.from('a,b\nc,d\n'))).toEqual([
      { number: 1, cells: ['a', 'b'] },
      { number: 2, cells: ['c', 'd'] },
    ]);
    expect(await rowsOf(zipOf(xlsxParts({ Sheet: [['a', 'b']] })))).toEqual([{ number: 1, cells: ['a', 'b'] }]);
  });

  it('has a cell far to the right, which is a problem of its row', async () => {
    const sheet = sheetXml(usual, [], 'inline').replace('<c r="B4"', '<c r="XFD4"');
    const { rows } = await read(zipOf({ ...xlsxParts({ List: usual }), 'xl/worksheets/sheet1.xml': sheet }));
    expect(rows.flatMap(({ number, problem }) => (problem ? [[number, problem.wrong.message]] : []))).toEqual([
      [4, 'row 4 has more than 64 columns'],
    ]);
  });
});

describe('what a spreadsheet does not show', () => {
  const filtered = [header, ['JOY', 1], ['ANN', 2]];
  const leaving: Sought = { ...list, leavesHiddenSheets: true };

  it('is told of rows and columns, which are read all the same', async () => {
    const table = await read(zipOf(xlsxParts({ List: filtered }, 'shared', { rows: [1], columns: [1] })));
    expect(table.rows.map(({ isHidden, cells }) => [isHidden, cells[0]])).toEqual([
      [false, 'Name'],
      [true, 'JOY'],
      [false, 'ANN'],
    ]);
    expect(table.hiddenColumns).toEqual([1]);
  });

  it.each([
    ['a row without height', '<row r="2"', '<row ht="0" r="2"'],
    ['a column without width', '<sheetData>', '<cols><col min="2" max="16384" width="0"/></cols><sheetData>'],
  ])('is told of %s', async (_, from, to) => {
    const sheet = sheetXml(filtered, [], 'inline').replace(from, to);
    const { rows, hiddenColumns } = await read(
      zipOf({ ...xlsxParts({ List: filtered }), 'xl/worksheets/sheet1.xml': sheet }),
    );
    expect(rows.some(({ isHidden }) => isHidden) || hiddenColumns.length === 63).toBe(true);
  });

  it('is told of sheets, of which a caller may want none', async () => {
    const bytes = zipOf(
      xlsxParts({ Old: filtered, Empty: [], Cover: [['Hello']] }, 'shared', { sheets: ['Old', 'Empty'] }),
    );
    expect(await read(bytes)).toMatchObject({ hiddenSheets: ['Old'], rows: [{ cells: header }, {}, {}] });
    const { rows, hiddenSheets, notes } = await readTable(bytes, leaving, createBreath());
    expect(rows).toMatchObject([{ cells: ['Hello'] }]);
    expect(hiddenSheets).toEqual(['Old']);
    expect(notes).toMatchObject([{ name: 'sheetUnread', values: { sheet: 'Old' } }]);
  });

  it('is refused when it is every sheet, and the caller wants none of them', async () => {
    const bytes = zipOf(xlsxParts({ Old: filtered }, 'shared', { sheets: ['Old'] }));
    await expect(readTable(bytes, leaving, createBreath())).rejects.toThrow(
      'No list: every sheet with text is hidden: "Old"; show the one that is meant.',
    );
  });
});

describe('a cell', () => {
  it('that has a formula is told, with the stored value as its text', async () => {
    const rows = [header, [{ formula: 'A1&B1', stored: 'JOY' }, { formula: 'SUM(1,2)', stored: 3 }, { formula: 'A9' }]];
    const table = await read(zipOf(xlsxParts({ List: rows })));
    expect(table.rows[1]).toMatchObject({ cells: ['JOY', '3', ''], formulas: [0, 1, 2] });
    expect(table.rows[0]?.formulas).toEqual([]);
  });

  it('with a number that is shown as a date is told', async () => {
    const styles = [
      '<numFmt numFmtId="164" formatCode="dd\\-mmm"/><numFmt numFmtId="165" formatCode="#,##0 &quot;days&quot;"/>',
      '<numFmt numFmtId="166" formatCode="[$KSh] 0.00"/><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>',
      ...['0', '14', '164', '165', '166'].map((id) => `<xf numFmtId="${id}"/>`),
      '</cellXfs>',
    ];
    const cells = ['0', '1', '2', '3', '4', '9'].map((style) => `<c s="${style}"><v>45992</v></c>`);
    const { rows } = await read(
      zipOf({
        ...xlsxParts({ List: [] }),
        'xl/styles.xml': `<styleSheet>${styles.join('')}</styleSheet>`,
        'xl/worksheets/sheet1.xml': `<worksheet><row>${cells.join('')}<c t="inlineStr" s="1"><is><t>May</t></is></c></row></worksheet>`,
      }),
    );
    expect(rows[0]).toMatchObject({ cells: [...Array(6).fill('45992'), 'May'], dates: [1, 2] });
  });

  it('with a truth value is told from a number', async () => {
    const { rows } = await read(zipOf(xlsxParts({ List: [header, [true, 1, false]] })));
    expect(rows[1]).toMatchObject({
      cells: ['1', '1', '0'],
      written: new Map([
        [0, 'TRUE'],
        [2, 'FALSE'],
      ]),
    });
  });

  it('with characters that nobody sees is told as the file has it', async () => {
    const { rows } = await read(csvOf([header, ['J\u202eOY ', '1\n2'], ['\u200b', 'Ann\u2028Bo']]));
    expect(rows.map(({ cells, written }) => [cells, [...written]])).toEqual([
      [header, []],
      [['JOY', '1 2'], [[0, 'J\u202eOY']]],
      [
        ['', 'Ann Bo'],
        [
          [0, '\u200b'],
          [1, 'Ann\u2028Bo'],
        ],
      ],
    ]);
  });

  it('of a CSV file stands between delimiters that are told', async () => {
    expect(await read(csvOf(usual, { delimiter: ';' }))).toMatchObject({ delimiter: ';' });
    expect(await read(zipOf(xlsxParts({ List: usual })))).toMatchObject({ delimiter: null });
  });
});

it('a caller may want smaller files', async () => {
  await expect(readTable(Buffer.from('a,b\n'), { ...list, bytesMax: 3 }, createBreath())).rejects.toThrow(
    'larger than',
  );
});

const workbook = xlsxParts({ List: usual });
const packedFile = 'it is a packed file; unpack it, and import the file that is in it';

async function reasonOf(bytes: Uint8Array) {
  const refusal = await read(bytes).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(DomainError);
  const [issue] = refusal instanceof DomainError ? (refusal.extras.issues ?? []) : [];
  expect(issue?.path).toBe('file');
  return issue?.message;
}

describe('a file of another kind', () => {
  it.each([
    ['another archive', zipSync({ 'a.csv': Buffer.from('x') }), packedFile],
    ['a packed file', Buffer.from('1f8b0800', 'hex'), packedFile],
    [
      'an OpenDocument file',
      zipSync({ mimetype: Buffer.from('x'), 'content.xml': Buffer.from('x') }),
      /^it is an OpenDoc.*XLSX or CSV$/,
    ],
    [
      'an old Excel file',
      Buffer.from('d0cf11e0a1b11ae10000', 'hex'),
      /^it is an old Excel file \(\.xls\); open it .* XLSX or CSV$/,
    ],
    [
      'a locked workbook',
      Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.from('xEncryptedPackage', 'utf16le')]),
      /^it is protected with a password; .* XLSX or CSV$/,
    ],
    [
      'a web page',
      Buffer.from('\ufeff\n<html><table><tr><td>Receipt No.</td></tr></table>'),
      /^it is a web page .* XLSX or CSV$/,
    ],
    [
      'a web page of an office',
      Buffer.from('<?xml version="1.0"?>\n<!-- x --><!DOCTYPE html><html>'),
      /^it is a web page .* XLSX or CSV$/,
    ],
    [
      'an XML spreadsheet',
      Buffer.from('<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook>'),
      /^it is an XML spreadsheet/,
    ],
  ] as [string, Uint8Array, string | RegExp][])('is refused with the way out: %s', async (_, bytes, reason) => {
    expect(await reasonOf(bytes)).toMatch(reason);
  });

  it.each([
    ['a picture', Buffer.from('89504e470d0a', 'hex'), 'no picture'],
    ['a PDF', Buffer.from('%PDF-1.7\n1 0 obj'), 'no PDF'],
    ['a text document', Buffer.from('{\\rtf1'), 'no document'],
    ['a packed text document', zipSync({ 'word/document.xml': Buffer.from('x') }), 'no document'],
    ['two such tables', zipOf(xlsxParts({ May: usual, June: usual })), 'several: "May" and "June"'],
  ])('is refused in the words of the caller: %s', async (_, bytes, reason) => {
    expect(await reasonOf(bytes)).toBe(reason);
    await expect(read(bytes)).rejects.toThrow(`No list: ${reason}.`);
  });
});

describe('a file that is broken or too large', () => {
  const deep = `<a>${'<b>'.repeat(40)}`;
  const entity = '<!DOCTYPE x [<!ENTITY a "aaaa">]><worksheet/>';
  it.each([
    ['nothing', new Uint8Array(), 'it is empty'],
    ['too many bytes', new Uint8Array(20_000_001), 'it is larger than 20 MB'],
    ['too many rows', Buffer.from('a,b\n'.repeat(100_001)), 'it has more than 100000 rows'],
    ['an open quotation mark', Buffer.from('Name,Sum\n"JOY'), 'a quotation mark that opens a text is never closed'],
    ['half an archive', zipOf(workbook).subarray(0, 900), 'it is not a whole XLSX file'],
    [
      'one sheet under two names',
      zipOf({
        ...xlsxParts({ May: usual, June: usual }),
        'xl/_rels/workbook.xml.rels':
          '<R><Relationship Id="rId1" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Target="./Worksheets/sheet1.xml"/></R>',
      }),
      'it names one sheet twice',
    ],
    ['broken XML', zipOf({ ...workbook, 'xl/worksheets/sheet1.xml': '<a><b></a>' }), 'it is not a whole XLSX file'],
    ['deep XML', zipOf({ ...workbook, 'xl/worksheets/sheet1.xml': deep }), 'it is nested too deeply'],
    [
      'entities',
      zipOf({ ...workbook, 'xl/worksheets/sheet1.xml': entity }),
      'it declares a document type, which an XLSX file does not have',
    ],
  ])('is refused: %s', async (_, bytes, reason) => {
    expect(await reasonOf(bytes)).toBe(reason);
  });

  it('is refused before it is unpacked, if it unpacks to too much', async () => {
    const bomb = zipBomb('xl/worksheets/sheet1.xml', 101_000_000);
    expect(bomb.length).toBeLessThan(1_000_000);
    expect(await reasonOf(bomb)).toBe('it unpacks to too much');
  });

  it.each([
    ['one row of empty cells', ','.repeat(2_600_000)],
    ['empty cells below a header with semicolons', `${header.join(';')}\n${';'.repeat(2_600_000)}`],
    ['rows with more cells than anybody reads', `${header.join(',')}\n${`${','.repeat(1_000)}\n`.repeat(2_600)}`],
  ])('is refused as CSV with too many cells: %s', async (_, text) => {
    expect(await reasonOf(Buffer.from(text))).toBe('it has more than 2500000 cells');
  });

  it('is refused for all its sheets together, although each of them is small', async () => {
    const wide = '<row><c r="BL1"><v>1</v></c></row>'.repeat(8_000);
    const parts = xlsxParts(Object.fromEntries(Array.from({ length: 5 }, (_, at) => [`S${at}`, []])));
    const sheets = Object.keys(parts).filter((name) => name.includes('worksheets/'));
    const wideSheets = Object.fromEntries(sheets.map((name) => [name, `<worksheet>${wide}</worksheet>`]));
    expect(await reasonOf(zipOf({ ...parts, ...wideSheets }))).toBe('it has more than 2500000 cells');
  });
});
