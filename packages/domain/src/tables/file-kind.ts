import type { Named } from '../kernel/refusals.ts';
import { tableIssues } from './refusals.ts';
import type { Sought } from './sought.ts';
import type { Archive } from './unzip.ts';

const compound = '\xd0\xcf\x11\xe0';

/** The reason for one kind, in words of this room or of the caller. */
type Why = (instead: Sought['instead']) => Named;

/** The first bytes of other kinds of files, and what to do about each kind. */
const signatures: [string, Why][] = [
  [compound, () => tableIssues.fileOldExcel],
  ['\x09\x08', () => tableIssues.fileOldExcel],
  ['\x09\x04\x06\x00', () => tableIssues.fileOldExcel],
  ['\x09\x02\x06\x00', () => tableIssues.fileOldExcel],
  ['\x89PNG', ({ picture }) => picture],
  ['\xff\xd8\xff', ({ picture }) => picture],
  ['\x1f\x8b', () => tableIssues.filePacked],
  ['7z\xbc\xaf', () => tableIssues.filePacked],
  ['Rar!', () => tableIssues.filePacked],
];
/** The beginnings of text files of other kinds, without leading blanks and marks. */
const texts: [RegExp, Why][] = [
  [/^%PDF/, ({ pdf }) => pdf],
  [/^\{\\rtf/, ({ document }) => document],
  [/^<(?:\w+:)?workbook\b/i, () => tableIssues.fileXmlSpreadsheet],
  [/^<(?:!doctype html|html|head|meta|title|style|body|div|table|tr)\b/i, () => tableIssues.fileWebPage],
];
const beforeText = /^(?:\xef\xbb\xbf|\s|<\?[\s\S]*?\?>|<!--[\s\S]*?-->)*/;
/** The directory of an encrypted workbook has a part of this name. */
const encryptedPart = Buffer.from('EncryptedPackage', 'utf16le');
const beginningLength = 4_096;

/** Why a file is not CSV, judged by its first bytes; undefined when they do not show it. Pure. */
export function otherKind(bytes: Uint8Array, { instead }: Pick<Sought, 'instead'>): Named | undefined {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const beginning = file.toString('latin1', 0, beginningLength);
  if (beginning.startsWith(compound) && file.includes(encryptedPart)) {
    return tableIssues.fileLockedWorkbook;
  }
  const signature = signatures.find(([first]) => beginning.startsWith(first));
  if (signature) return signature[1](instead);
  const text = beginning.replace(beforeText, '');
  return texts.find(([first]) => first.test(text))?.[1](instead);
}

/** Why a ZIP archive is not an XLSX file, judged by its parts. */
export function otherArchive(archive: Archive, { instead }: Pick<Sought, 'instead'>): Named {
  if (archive.has('xl/workbook.bin')) return tableIssues.fileXlsb;
  if (archive.has('content.xml')) return tableIssues.fileOds;
  if (archive.has('index/document.iwa')) return tableIssues.fileNumbers;
  if (archive.has('word/document.xml')) return instead.document;
  return tableIssues.filePacked;
}
