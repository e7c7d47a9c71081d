import type { Named } from '../kernel/refusals.ts';
import { reconciliationIssues } from './refusals.ts';
import type { Archive } from './unzip.ts';

const compound = '\xd0\xcf\x11\xe0';

/** The first bytes of other kinds of files, and what to do about each kind. */
const signatures: [string, Named][] = [
  [compound, reconciliationIssues.fileOldExcel],
  ['\x09\x08', reconciliationIssues.fileOldExcel],
  ['\x09\x04\x06\x00', reconciliationIssues.fileOldExcel],
  ['\x09\x02\x06\x00', reconciliationIssues.fileOldExcel],
  ['\x89PNG', reconciliationIssues.filePicture],
  ['\xff\xd8\xff', reconciliationIssues.filePicture],
  ['\x1f\x8b', reconciliationIssues.filePacked],
  ['7z\xbc\xaf', reconciliationIssues.filePacked],
  ['Rar!', reconciliationIssues.filePacked],
];
/** The beginnings of text files of other kinds, without leading blanks and marks. */
const texts: [RegExp, Named][] = [
  [/^%PDF/, reconciliationIssues.filePdf],
  [/^\{\\rtf/, reconciliationIssues.fileDocument],
  [/^<(?:\w+:)?workbook\b/i, reconciliationIssues.fileXmlSpreadsheet],
  [/^<(?:!doctype html|html|head|meta|title|style|body|div|table|tr)\b/i, reconciliationIssues.fileWebPage],
];
const beforeText = /^(?:\xef\xbb\xbf|\s|<\?[\s\S]*?\?>|<!--[\s\S]*?-->)*/;
/** The directory of an encrypted workbook has a part of this name. */
const encryptedPart = Buffer.from('EncryptedPackage', 'utf16le');
const beginningLength = 4_096;

/** Why a file is not a statement, judged by its first bytes; undefined when they do not show it. Pure. */
export function otherKind(bytes: Uint8Array): Named | undefined {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const beginning = file.toString('latin1', 0, beginningLength);
  if (beginning.startsWith(compound) && file.includes(encryptedPart)) {
    return reconciliationIssues.fileLockedWorkbook;
  }
  const signature = signatures.find(([first]) => beginning.startsWith(first));
  if (signature) return signature[1];
  const text = beginning.replace(beforeText, '');
  return texts.find(([first]) => first.test(text))?.[1];
}

/** Why a ZIP archive is not an XLSX file, judged by its parts. */
export function otherArchive(archive: Archive): Named {
  if (archive.has('xl/workbook.bin')) return reconciliationIssues.fileXlsb;
  if (archive.has('content.xml')) return reconciliationIssues.fileOds;
  if (archive.has('index/document.iwa')) return reconciliationIssues.fileNumbers;
  if (archive.has('word/document.xml')) return reconciliationIssues.fileDocument;
  return reconciliationIssues.filePacked;
}
