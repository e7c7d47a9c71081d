import { constants, deflateRawSync, inflateRawSync } from 'node:zlib';
import type { FileFormat, Totals } from './format.ts';
import { manifestFacts } from './manifest.ts';
import { manifestSheet, sheetClosing, sheetOpening, sheetRows } from './sheet.ts';
import { directory, localHeader, storedFile, type ZipEntry } from './zip.ts';
import { zoneTime } from './zone-time.ts';

const rowsSheet = 'xl/worksheets/sheet1.xml';
const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const documents = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** The files of the workbook except its sheets. Style 1 is for moments. */
const workbookFiles: [name: string, text: string][] = [
  [
    '[Content_Types].xml',
    `${xml}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${types}.worksheet+xml"/><Override PartName="/xl/worksheets/sheet2.xml" ContentType="${types}.worksheet+xml"/></Types>`,
  ],
  [
    '_rels/.rels',
    `${xml}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${documents}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  ],
  [
    'xl/workbook.xml',
    `${xml}<workbook xmlns="${main}" xmlns:r="${documents}"><sheets><sheet name="Rows" sheetId="1" r:id="rId1"/><sheet name="Manifest" sheetId="2" r:id="rId2"/></sheets></workbook>`,
  ],
  [
    'xl/_rels/workbook.xml.rels',
    `${xml}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${documents}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${documents}/worksheet" Target="worksheets/sheet2.xml"/><Relationship Id="rId3" Type="${documents}/styles" Target="styles.xml"/></Relationships>`,
  ],
  [
    'xl/styles.xml',
    `${xml}<styleSheet xmlns="${main}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="2"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>`,
  ],
];

/**
 * A workbook with a sheet of rows and a sheet with the manifest. The sheet of rows is compressed part by part: each part
 * ends at a whole byte and is independent, so that all parts together are one compressed file.
 */
export const xlsx: FileFormat = {
  extension: 'xlsx',
  contentType: `${types}.sheet`,
  opening: ({ columns, zone }) => sheetOpening(columns) + sheetRows([columns.map(({ name }) => name)], 1, zone),
  // The header is row 1.
  rows: ({ zone, columns }, rows, rowsBefore) => sheetRows(rows, rowsBefore + 2, zone, columns),
  closing: sheetClosing,
  pack: (plain, isLast) => deflateRawSync(plain, { finishFlush: isLast ? constants.Z_FINISH : constants.Z_FULL_FLUSH }),
  unpack: (stored) => inflateRawSync(stored, { finishFlush: constants.Z_SYNC_FLUSH }),
  front: (totals) => localHeader(rowsEntry(totals)),
  back: (totals, manifest) => {
    const rows = rowsEntry(totals);
    const facts = manifestSheet(manifestFacts(manifest), zoneTime(manifest.timeZone));
    const files = [...workbookFiles, ['xl/worksheets/sheet2.xml', facts] as const];
    let offset = localHeader(rows).length + rows.storedBytes;
    const entries: (ZipEntry & { offset: number })[] = [{ ...rows, offset: 0 }];
    const bodies: Buffer[] = [];
    for (const [name, text] of files) {
      const { entry, body } = storedFile(name, text);
      const file = Buffer.concat([localHeader(entry), body]);
      entries.push({ ...entry, offset });
      bodies.push(file);
      offset += file.length;
    }
    return Buffer.concat([...bodies, directory(entries, offset)]);
  },
};

function rowsEntry(totals: Totals): ZipEntry {
  return { name: rowsSheet, method: 'deflated', ...totals };
}
