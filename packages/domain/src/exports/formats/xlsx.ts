import { constants, deflateRawSync, inflateRawSync } from 'node:zlib';
import { zoneTime } from '../../kernel/zone-time.ts';
import type { FileFormat, PeopleSheet, Totals } from './format.ts';
import { manifestFacts } from './manifest.ts';
import { manifestSheet, sheetClosing, sheetOpening, sheetRows } from './sheet.ts';
import { sheetPath, workbookFiles, workbookType } from './workbook.ts';
import { endOf, localHeader, type ZipEntry } from './zip.ts';

/** The numbers of the files of the sheets. People see theirs first, and the manifest last. */
const [dataFile, manifestFile, peopleFile] = [1, 2, 3];

/**
 * A workbook with a sheet for people, a sheet of rows for programs and a sheet with the manifest. Both sheets of rows are
 * compressed part by part: each part ends at a whole byte and refers to no other one, and all of them together are one
 * compressed file.
 */
export const xlsx: FileFormat = {
  extension: 'xlsx',
  contentType: workbookType,
  opening: ({ columns, zone }) => sheetOpening(columns) + sheetRows([columns.map(({ name }) => name)], 1, zone),
  // The header is row 1.
  rows: ({ zone, columns }, rows, rowsBefore) => sheetRows(rows, rowsBefore + 2, zone, columns),
  closing: sheetClosing,
  pack: (plain, isLast) => deflateRawSync(plain, { finishFlush: isLast ? constants.Z_FINISH : constants.Z_FULL_FLUSH }),
  unpack: (stored) => inflateRawSync(stored, { finishFlush: constants.Z_SYNC_FLUSH }),
  front: (totals) => localHeader(entryOf(dataFile, totals)),
  back: (totals, manifest, people) => {
    const sheets = [
      ...(people ? [{ name: people.name, file: peopleFile }] : []),
      { name: 'Data', file: dataFile },
      { name: 'Manifest', file: manifestFile },
    ];
    const facts = manifestSheet(manifestFacts(manifest), zoneTime(manifest.timeZone));
    const rows = [...(people ? [entryOf(peopleFile, people.totals)] : []), entryOf(dataFile, totals)];
    return endOf(rows, [...workbookFiles(sheets, people?.language), [sheetPath(manifestFile), facts]]);
  },
};

/** What stands before the parts of the sheet for people, with which the file begins. */
export function peopleFront({ totals }: Pick<PeopleSheet, 'totals'>): Buffer {
  return localHeader(entryOf(peopleFile, totals));
}

/** A workbook of bounded size: a sheet for people and a sheet for programs. */
export function wholeWorkbook(
  people: { name: string; sheet: string; language: PeopleSheet['language'] },
  data: string,
): Buffer {
  const sheets = [
    { name: people.name, file: peopleFile },
    { name: 'Data', file: dataFile },
  ];
  return endOf(
    [],
    [...workbookFiles(sheets, people.language), [sheetPath(peopleFile), people.sheet], [sheetPath(dataFile), data]],
  );
}

function entryOf(file: number, totals: Totals): ZipEntry {
  return { name: sheetPath(file), ...totals };
}
