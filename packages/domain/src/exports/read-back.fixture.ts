// Reads the file of an export in pieces with independent libraries.
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import type { ExportFormat } from '@tillgate/db';
import { parse } from 'csv-parse';
import { Unzip, UnzipInflate } from 'fflate';
import { SaxesParser } from 'saxes';

type Parts = AsyncIterable<Buffer>;
type Take = (value: string) => void;

/** Gives every value of one column to `take`, but for empty ones. Returns the number of rows. */
export function readColumn(format: ExportFormat, parts: Parts, column: string, take: Take): Promise<number> {
  return { csv: readCsv, ndjson: readLines, xlsx: readSheet }[format](parts, column, take);
}

async function readCsv(parts: Parts, column: string, take: Take): Promise<number> {
  const records = parse({ bom: true, columns: true });
  const rows: AsyncIterable<Record<string, string>> = Readable.from(parts).pipe(records);
  let count = 0;
  for await (const row of rows) {
    count += 1;
    // The escaping apostrophe is not part of the text.
    if (row[column]) take(row[column].replace(/^'/, ''));
  }
  return count;
}

async function readLines(parts: Parts, column: string, take: Take): Promise<number> {
  let count = 0;
  for await (const line of createInterface({ input: Readable.from(parts) })) {
    const row: Record<string, unknown> = JSON.parse(line);
    if ('manifest' in row) continue;
    count += 1;
    if (row[column]) take(String(row[column]));
  }
  return count;
}

/** Of the first sheet: its columns have their names in the first row. */
async function readSheet(parts: Parts, column: string, take: Take): Promise<number> {
  let [count, letters, cell, text] = [-1, '', '', ''];
  const parser = new SaxesParser();
  parser.on('opentag', ({ name, attributes }) => {
    if (name === 'c') [cell, text] = [String(attributes.r).replace(/\d+$/, ''), ''];
  });
  parser.on('text', (piece) => {
    text += piece;
  });
  parser.on('closetag', ({ name }) => {
    if (name === 'row') count += 1;
    if (name !== 'c' || text === '') return;
    if (count < 0 && text === column) letters = cell;
    else if (count >= 0 && cell === letters) take(text);
  });
  parser.on('error', (error) => {
    throw error;
  });
  const decoder = new TextDecoder();
  const unzip = new Unzip((file) => {
    if (file.name !== 'xl/worksheets/sheet1.xml') return;
    file.ondata = (error, piece, isLast) => {
      if (error) throw error;
      parser.write(decoder.decode(piece, { stream: !isLast }));
    };
    file.start();
  });
  unzip.register(UnzipInflate);
  for await (const part of parts) unzip.push(part);
  unzip.push(new Uint8Array(0), true);
  parser.close();
  return count;
}
