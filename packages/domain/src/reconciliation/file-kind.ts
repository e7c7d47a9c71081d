import type { Archive } from './unzip.ts';

const asXlsx = 'open it in a spreadsheet and save it as XLSX or CSV';
const fromPortal = 'download the statement as XLSX or CSV instead';
const unpack = 'it is a packed file; unpack it, and import the file that is in it';
const oldExcel = `it is an old Excel file (.xls); ${asXlsx}`;
const compound = '\xd0\xcf\x11\xe0';

/** What files of other kinds begin with, byte by byte, and what a person does about it. */
const signatures: [string, string][] = [
  [compound, oldExcel],
  ['\x09\x08', oldExcel],
  ['\x09\x04\x06\x00', oldExcel],
  ['\x09\x02\x06\x00', oldExcel],
  ['\x89PNG', `it is a picture; ${fromPortal}`],
  ['\xff\xd8\xff', `it is a picture; ${fromPortal}`],
  ['\x1f\x8b', unpack],
  ['7z\xbc\xaf', unpack],
  ['Rar!', unpack],
];
/** The same of texts, without what may stand before them. */
const texts: [RegExp, string][] = [
  [/^%PDF/, `it is a PDF; ${fromPortal}`],
  [/^\{\\rtf/, `it is a text document; ${fromPortal}`],
  [/^<(?:\w+:)?workbook\b/i, `it is an XML spreadsheet; ${asXlsx}`],
  [
    /^<(?:!doctype html|html|head|meta|title|style|body|div|table|tr)\b/i,
    `it is a web page under another name; ${asXlsx}`,
  ],
];
const beforeText = /^(?:\xef\xbb\xbf|\s|<\?[\s\S]*?\?>|<!--[\s\S]*?-->)*/;
/** The directory of an encrypted workbook has a part of this name. */
const encryptedPart = Buffer.from('EncryptedPackage', 'utf16le');
const beginningLength = 4_096;

/** Why a file is not a statement, judged by its first bytes; undefined when they do not show it. Pure. */
export function otherKind(bytes: Uint8Array): string | undefined {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const beginning = file.toString('latin1', 0, beginningLength);
  if (beginning.startsWith(compound) && file.includes(encryptedPart)) {
    return 'it is protected with a password; save it without one, as XLSX or CSV';
  }
  const signature = signatures.find(([first]) => beginning.startsWith(first));
  if (signature) return signature[1];
  const text = beginning.replace(beforeText, '');
  return texts.find(([first]) => first.test(text))?.[1];
}

/** Why a ZIP archive is not an XLSX file, judged by its parts. */
export function otherArchive(archive: Archive): string {
  if (archive.has('xl/workbook.bin')) return `it is a binary Excel file (.xlsb); ${asXlsx}`;
  if (archive.has('content.xml')) return `it is an OpenDocument file (.ods); ${asXlsx}`;
  if (archive.has('index/document.iwa')) return 'it is a Numbers file; export it as XLSX or CSV';
  if (archive.has('word/document.xml')) return `it is a text document; ${fromPortal}`;
  return unpack;
}
