import { SaxesParser, type SaxesTagPlain } from 'saxes';
import type { Breath } from './breath.ts';
import { tableIssues } from './refusals.ts';
import { cellLengthMax } from './table.ts';
import { UnreadableFile } from './unreadable-file.ts';

const depthMax = 32;
const sharedTextsMax = 1_000_000;
const pieceBytes = 65_536;

type Reader = {
  open(tag: SaxesTagPlain, name: string): void;
  close?(name: string): void;
  text?(text: string): void;
};

/** Reads XML in pieces. Names have no namespace. Entities that the file defines are not expanded. */
export async function readXml(bytes: Uint8Array, breathe: Breath, { open, close, text }: Reader): Promise<void> {
  const parser = new SaxesParser();
  let depth = 0;
  const local = (name: string) => name.slice(name.indexOf(':') + 1);
  parser.on('error', () => {
    throw new UnreadableFile(tableIssues.fileBroken);
  });
  parser.on('doctype', () => {
    throw new UnreadableFile(tableIssues.fileDocumentType);
  });
  parser.on('opentag', (tag) => {
    depth += 1;
    if (depth > depthMax) throw new UnreadableFile(tableIssues.fileNested);
    open(tag, local(tag.name));
  });
  parser.on('closetag', ({ name }) => {
    depth -= 1;
    close?.(local(name));
  });
  parser.on('text', (piece) => text?.(piece));
  parser.on('cdata', (piece) => text?.(piece));
  const decoder = new TextDecoder();
  for (let from = 0; from < bytes.length; from += pieceBytes) {
    parser.write(decoder.decode(bytes.subarray(from, from + pieceBytes), { stream: true }));
    await breathe();
  }
  parser.write(decoder.decode()).close();
}

/** A part that another part names. */
export type Relation = { id: string; type: string; path: string };

/** The parts that a part names, with their paths in the archive. `directory` is where that part is. */
export async function readRelations(bytes: Uint8Array, directory: string, breathe: Breath): Promise<Relation[]> {
  const relations: Relation[] = [];
  await readXml(bytes, breathe, {
    open({ attributes }, name) {
      if (name !== 'Relationship') return;
      const { Id: id = '', Type: type = '', Target: target = '' } = attributes;
      relations.push({ id, type, path: pathOf(target.startsWith('/') ? target : `${directory}${target}`) });
    },
  });
  return relations;
}

/** `xl/./sheets/../a.xml` as `xl/a.xml`. */
function pathOf(text: string): string {
  const parts: string[] = [];
  for (const part of text.replaceAll('\\', '/').split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return parts.join('/');
}

/** A sheet of a workbook, with the path of its part. */
export type Tab = { name: string; isHidden: boolean; path: string };

/** The sheets of a workbook in the order of their tabs. */
export async function readWorkbook(
  workbook: Uint8Array,
  relations: readonly Relation[],
  breathe: Breath,
): Promise<Tab[]> {
  const sheets: Tab[] = [];
  await readXml(workbook, breathe, {
    open({ attributes }, name) {
      if (name === 'workbookPr' && /^(1|true)$/.test(attributes.date1904 ?? '')) {
        throw new UnreadableFile(tableIssues.fileFrom1904);
      }
      if (name !== 'sheet') return;
      const id = Object.entries(attributes).find(([key]) => /(^|:)id$/.test(key))?.[1] ?? '';
      const path = relations.find((relation) => relation.id === id)?.path ?? '';
      sheets.push({ name: attributes.name ?? '', isHidden: /^(very)?hidden$/i.test(attributes.state ?? ''), path });
    },
  });
  return sheets;
}

/** The texts that cells refer to by number. */
export async function readSharedTexts(bytes: Uint8Array | undefined, breathe: Breath): Promise<string[]> {
  const texts: string[] = [];
  if (!bytes) return texts;
  let current = '';
  let isText = false;
  let isPhonetic = false;
  await readXml(bytes, breathe, {
    open(_, name) {
      if (name === 'si') current = '';
      if (name === 'rPh') isPhonetic = true;
      isText = name === 't' && !isPhonetic;
    },
    close(name) {
      isText = false;
      if (name === 'rPh') isPhonetic = false;
      if (name !== 'si') return;
      texts.push(current);
      if (texts.length > sharedTextsMax) throw new UnreadableFile(tableIssues.fileTexts({ max: sharedTextsMax }));
    },
    text(piece) {
      if (isText) current = grown(current, piece);
    },
  });
  return texts;
}

/** Appends a piece, up to one character more than the longest text that is read. */
export function grown(text: string, piece: string): string {
  return text.length > cellLengthMax ? text : (text + piece).slice(0, cellLengthMax + 1);
}
