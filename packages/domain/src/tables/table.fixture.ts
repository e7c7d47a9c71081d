import { strToU8, Zip, ZipDeflate, zipSync } from 'fflate';

/** Rows as CSV. Each cell is quoted when it has to be. */
export function csvOf(rows: string[][], { delimiter = ',', bom = false, newline = '\r\n' } = {}): Uint8Array {
  const cell = (text: string) =>
    /["\r\n]/.test(text) || text.includes(delimiter) ? `"${text.replaceAll('"', '""')}"` : text;
  const text = rows.map((row) => row.map(cell).join(delimiter)).join(newline);
  return strToU8(`${bom ? '\ufeff' : ''}${text}${newline}`);
}

const xml = (text: string) => `<?xml version="1.0" encoding="UTF-8"?>${text}`;
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('\r', '&#13;');

export function columnLetters(column: number): string {
  const last = String.fromCharCode(65 + (column % 26));
  return column < 26 ? last : columnLetters(Math.floor(column / 26) - 1) + last;
}

type Style = 'shared' | 'inline';
/** A cell: a number, a text, a truth value, or a formula with the value that the file stores, if any. */
export type Cell = string | number | boolean | { formula: string; stored?: string | number };
/** What a spreadsheet does not show of a sheet, each counted from 0. */
export type Hidden = { rows?: number[]; columns?: number[] };

/** The XML of a sheet. A number stands as a number, other texts as `style` says. */
export function sheetXml(rows: Cell[][], shared: string[], style: Style, hidden: Hidden = {}): string {
  const lines = rows.map((row, index) => {
    const cells = row.map((value, column) => {
      const at = `${columnLetters(column)}${index + 1}`;
      if (typeof value === 'object') {
        const stored = value.stored === undefined ? '' : `<v>${escaped(String(value.stored))}</v>`;
        const type = typeof value.stored === 'string' ? ' t="str"' : '';
        return `<c r="${at}"${type}><f>${escaped(value.formula)}</f>${stored}</c>`;
      }
      if (typeof value === 'boolean') return `<c r="${at}" t="b"><v>${value ? 1 : 0}</v></c>`;
      if (typeof value === 'number') return `<c r="${at}"><v>${value}</v></c>`;
      if (value === '') return '';
      if (style === 'inline') {
        return `<c r="${at}" t="inlineStr"><is><t xml:space="preserve">${escaped(value)}</t></is></c>`;
      }
      shared.push(value);
      return `<c r="${at}" t="s"><v>${shared.length - 1}</v></c>`;
    });
    const isHidden = hidden.rows?.includes(index) ? ' hidden="1"' : '';
    return `<row r="${index + 1}"${isHidden}>${cells.join('')}</row>`;
  });
  const namespace = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const columns = (hidden.columns ?? []).map((at) => `<col min="${at + 1}" max="${at + 1}" width="9" hidden="1"/>`);
  const widths = columns.length === 0 ? '' : `<cols>${columns.join('')}</cols>`;
  return xml(`<worksheet xmlns="${namespace}">${widths}<sheetData>${lines.join('')}</sheetData></worksheet>`);
}

/** The parts of an XLSX file with these sheets. Those of `hidden.sheets` are not shown, and nothing of `hidden` in others. */
export function xlsxParts(
  sheets: Record<string, Cell[][]>,
  style: Style = 'shared',
  hidden: Hidden & { sheets?: string[] } = {},
): Record<string, string> {
  const shared: string[] = [];
  const names = Object.keys(sheets);
  const pages = names.map((name, index) => [
    `xl/worksheets/sheet${index + 1}.xml`,
    sheetXml(sheets[name] ?? [], shared, style, hidden.sheets?.includes(name) ? {} : hidden),
  ]);
  const tabs = names.map(
    (name, index) =>
      `<sheet name="${escaped(name)}" sheetId="${index + 1}"${hidden.sheets?.includes(name) ? ' state="hidden"' : ''} r:id="rId${index + 1}"/>`,
  );
  const targets = names.map(
    (_, index) => `<Relationship Id="rId${index + 1}" Target="worksheets/sheet${index + 1}.xml"/>`,
  );
  // A text with two styles is two runs.
  const texts = shared.map((text) => {
    const half = Math.floor(text.length / 2);
    const runs = [text.slice(0, half), text.slice(half)].map(
      (run) => `<r><t xml:space="preserve">${escaped(run)}</t></r>`,
    );
    return `<si>${runs.join('')}<rPh><t>said aloud</t></rPh></si>`;
  });
  return {
    'xl/workbook.xml': xml(`<workbook xmlns:r="urn:r"><sheets>${tabs.join('')}</sheets></workbook>`),
    'xl/_rels/workbook.xml.rels': xml(`<Relationships>${targets.join('')}</Relationships>`),
    ...Object.fromEntries(pages),
    'xl/sharedStrings.xml': xml(`<sst>${texts.join('')}</sst>`),
    'xl/media/picture.bin': 'not read',
  };
}

/** Parts as a ZIP archive with the sizes before each part. */
export function zipOf(parts: Record<string, string>): Uint8Array {
  return zipSync(packed(parts));
}

const packed = (parts: Record<string, string>) =>
  Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)]));

/** Parts as a ZIP archive with the sizes after each part, as servers write them. */
export function streamedZipOf(parts: Record<string, string>): Uint8Array {
  const chunks: Uint8Array[] = [];
  const archive = new Zip((error, chunk) => {
    if (error) throw error;
    chunks.push(chunk);
  });
  for (const [name, text] of Object.entries(parts)) {
    const file = new ZipDeflate(name);
    archive.add(file);
    file.push(strToU8(text), true);
  }
  archive.end();
  return Buffer.concat(chunks);
}

/** A small archive with one part of zeros that is as large as `bytes` says. */
export function zipBomb(name: string, bytes: number): Uint8Array {
  return zipSync({ ...packed(xlsxParts({ Statement: [] })), [name]: new Uint8Array(bytes) });
}
