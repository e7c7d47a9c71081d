import type { ExportLanguage } from '@tillgate/db';

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const documents = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

export const workbookType = `${types}.sheet`;

/** What cells look like: places in `cellXfs` of {@link stylesFile}. */
export const styles = {
  plain: 0,
  moment: 1,
  money: 2,
  whole: 3,
  share: 4,
  title: 5,
  header: 6,
  headerOfNumbers: 7,
  total: 8,
  totalMoney: 9,
  totalWhole: 10,
  totalRows: 11,
} as const;

/** How the number of rows reads in the last row. */
const rowsFormats: Record<ExportLanguage, string> = { en: '"Total: "#,##0" rows"', sw: '"Jumla: mistari "#,##0' };

/** A sheet of a workbook, and the number of its file. */
export type SheetEntry = { name: string; file: number };

export const sheetPath = (file: number): string => `xl/worksheets/sheet${file}.xml`;

/** Everything of a workbook but its sheets. @param sheets in the order that people see */
export function workbookFiles(sheets: readonly SheetEntry[], language: ExportLanguage = 'en'): [string, string][] {
  const of = (write: (sheet: SheetEntry, id: number) => string) =>
    sheets.map((sheet, index) => write(sheet, index + 1)).join('');
  const overrides = of(({ file }) => `<Override PartName="/${sheetPath(file)}" ContentType="${types}.worksheet+xml"/>`);
  const relation = (id: number, type: string, target: string) =>
    `<Relationship Id="rId${id}" Type="${documents}/${type}" Target="${target}"/>`;
  const listed = of(({ name }, id) => `<sheet name="${name}" sheetId="${id}" r:id="rId${id}"/>`);
  const related = of(({ file }, id) => relation(id, 'worksheet', `worksheets/sheet${file}.xml`));
  const relations = `${xml}<Relationships xmlns="${packages}/relationships">`;
  return [
    [
      '[Content_Types].xml',
      `${xml}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/>${overrides}</Types>`,
    ],
    ['_rels/.rels', `${relations}${relation(1, 'officeDocument', 'xl/workbook.xml')}</Relationships>`],
    ['xl/workbook.xml', `${xml}<workbook xmlns="${main}" xmlns:r="${documents}"><sheets>${listed}</sheets></workbook>`],
    [
      'xl/_rels/workbook.xml.rels',
      `${relations}${related}${relation(sheets.length + 1, 'styles', 'styles.xml')}</Relationships>`,
    ],
    ['xl/styles.xml', stylesFile(language)],
  ];
}

const font = (size: number, isBold: boolean) =>
  `<font>${isBold ? '<b/>' : ''}<sz val="${size}"/><name val="Calibri"/><family val="2"/></font>`;
const noLine = '<left/><right/><top/><bottom/><diagonal/>';

/** Formats of numbers: 3 and 4 are known to every spreadsheet (`#,##0` and `#,##0.00`), those from 164 are ours. */
const [wholeFormat, moneyFormat, momentFormat, shareFormat, rowsFormat] = [3, 4, 164, 165, 166];

function stylesFile(language: ExportLanguage): string {
  const rows = rowsFormats[language].replaceAll('"', '&quot;');
  const look = (format: number, [fontId, fillId, borderId] = [0, 0, 0], align = '') =>
    `<xf numFmtId="${format}" fontId="${fontId}" fillId="${fillId}" borderId="${borderId}" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1" applyBorder="1"${align ? ` applyAlignment="1"><alignment horizontal="${align}"/></xf>` : '/>'}`;
  const header: [number, number, number] = [1, 2, 1];
  const total: [number, number, number] = [1, 0, 2];
  // In the order of `styles`.
  const looks = [
    ...[look(0), look(momentFormat), look(moneyFormat), look(wholeFormat), look(shareFormat), look(0, [2, 0, 0])],
    ...[look(0, header, 'left'), look(0, header, 'right')],
    ...[look(0, total), look(moneyFormat, total), look(wholeFormat, total), look(rowsFormat, total, 'left')],
  ];
  return `${xml}<styleSheet xmlns="${main}"><numFmts count="3"><numFmt numFmtId="${momentFormat}" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/><numFmt numFmtId="${shareFormat}" formatCode="0.0%"/><numFmt numFmtId="${rowsFormat}" formatCode="${rows}"/></numFmts><fonts count="3">${font(11, false)}${font(11, true)}${font(14, true)}</fonts><fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFEDEFF2"/><bgColor indexed="64"/></patternFill></fill></fills><borders count="3"><border>${noLine}</border><border><left/><right/><top/><bottom style="thin"><color auto="1"/></bottom><diagonal/></border><border><left/><right/><top style="thin"><color auto="1"/></top><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${looks.length}">${looks.join('')}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles><dxfs count="0"/><tableStyles count="0" defaultTableStyle="TableStyleMedium9" defaultPivotStyle="PivotStyleLight16"/></styleSheet>`;
}
