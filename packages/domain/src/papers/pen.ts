import type { PDFDocument, PDFFont, PDFPage, RGB } from '@cantoo/pdf-lib';

/** A4 in points. */
const paper: [number, number] = [595.28, 841.89];
const margin = 48;
/** Where lines begin and end, and the lowest place of one. */
export const edges = { left: margin, right: paper[0] - margin, bottom: margin } as const;
/** Where the number of a page stands, below all lines. */
const footY = 28;
export const sizes = { title: 17, heading: 11, text: 9, small: 8 } as const;
export const lineHeight = 1.45;
/** Objects of a file that are packed at a stretch. A full page is one, and takes a few milliseconds. */
const objectsPerStretch = 4;
/** A heading stands on a page with this much below it. */
const headedMin = 60;
/** Where the column of numbers ends; that of amounts ends at the right margin. */
const countEnd = paper[0] - margin - 130;
/** `ColorTypes.RGB` of the library, which is loaded when the first PDF is written. */
type Color = RGB;
const rgb = (red: number, green: number, blue: number) => ({ type: 'RGB', red, green, blue }) as RGB;
export const grey = rgb(0.4, 0.42, 0.46);
export const black = rgb(0.07, 0.08, 0.1);

/** Where the next line goes. Pages are added as they fill up. */
export type Pen = {
  document: PDFDocument;
  page: PDFPage;
  y: number;
  plain: PDFFont;
  bold: PDFFont;
  /** The font that the page is set to. */
  font: PDFFont | undefined;
};

/** A document of A4 with an empty page, and a pen at its top. */
export async function openDocument(title: string, at: Date): Promise<Pen> {
  const { PDFDocument, StandardFonts } = await import('@cantoo/pdf-lib');
  const document = await PDFDocument.create();
  const [plain, bold] = await Promise.all([
    document.embedFont(StandardFonts.Helvetica),
    document.embedFont(StandardFonts.HelveticaBold),
  ]);
  document.setTitle(title);
  document.setProducer('Tillgate');
  document.setCreationDate(at);
  return { document, page: document.addPage(paper), y: paper[1] - margin, plain, bold, font: undefined };
}

/** The bytes of the file. Pages are packed a few at a time, so that other work of the process goes on. */
export function fileOf(pen: Pen): Promise<Uint8Array> {
  return pen.document.save({ objectsPerTick: objectsPerStretch });
}

/** Goes on at the top of a new page. */
export function turnPage(pen: Pen): void {
  pen.page = pen.document.addPage(paper);
  pen.y = paper[1] - margin;
  pen.font = undefined;
}

type Drawn = { x: number; y?: number; size: number; font: PDFFont; color?: Color };

/** Draws a text of one line. A page lists a font each time that it is set, so it is set only when it changes. */
export function draw(pen: Pen, text: string, { x, y = pen.y, size, font, color = black }: Drawn): void {
  if (pen.font !== font) {
    pen.page.setFont(font);
    pen.font = font;
  }
  pen.page.drawText(text, { x, y, size, color });
}

export function heading(pen: Pen, text: string): void {
  if (pen.y < edges.bottom + headedMin) turnPage(pen);
  else pen.y -= sizes.heading;
  write(pen, text, { size: sizes.heading, font: pen.bold });
}

type Row = { name: string; count?: string | undefined; value?: string | undefined; isResult?: boolean | undefined };

/** A line of a ledger: a name at the left, a number and an amount that end in columns of their own. */
export function row(pen: Pen, { name, count, value, isResult = false }: Row): void {
  advance(pen, sizes.text);
  const font = isResult ? pen.bold : pen.plain;
  const width =
    (count === undefined ? paper[0] - margin - widthOf(font, value) : countEnd - widthOf(font, count)) - margin;
  const [label = ''] = linesOf(pen.plain, name, sizes.text, width - sizes.text);
  draw(pen, label, { x: margin, size: sizes.text, font, color: isResult ? black : grey });
  drawEnding(pen, count, countEnd, font);
  drawEnding(pen, value, paper[0] - margin, font);
}

const widthOf = (font: PDFFont, text = '') => font.widthOfTextAtSize(printable(font, text), sizes.text);

/** Says on every page which of how many it is, and a text at the left, which is cut where it is too long. */
export function numberPages(pen: Pen, note: string, numberOf: (page: number, pages: number) => string): void {
  const pages = pen.document.getPages();
  const size = sizes.small;
  for (const [index, page] of pages.entries()) {
    const number = printable(pen.plain, numberOf(index + 1, pages.length));
    const x = edges.right - pen.plain.widthOfTextAtSize(number, size);
    const [left = ''] = linesOf(pen.plain, note, size, x - edges.left - margin);
    Object.assign(pen, { page, font: undefined });
    draw(pen, left, { x: edges.left, y: footY, size, font: pen.plain, color: grey });
    draw(pen, number, { x, y: footY, size, font: pen.plain, color: grey });
  }
}

function drawEnding(pen: Pen, text: string | undefined, end: number, font: PDFFont): void {
  if (text === undefined) return;
  draw(pen, printable(font, text), { x: end - widthOf(font, text), size: sizes.text, font });
}

type Style = { size?: number; font?: PDFFont; color?: Color };

/** A text of as many lines as it needs. */
export function write(
  pen: Pen,
  text: string,
  { size = sizes.text, font = pen.plain, color = black }: Style = {},
): void {
  for (const line of linesOf(font, text, size, paper[0] - 2 * margin)) {
    advance(pen, size);
    draw(pen, line, { x: margin, size, font, color });
  }
}

function advance(pen: Pen, size: number): void {
  pen.y -= size * lineHeight;
  if (pen.y >= edges.bottom) return;
  turnPage(pen);
  pen.y -= size * lineHeight;
}

/** Breaks a text between words, and a long word where it must. */
export function linesOf(font: PDFFont, text: string, size: number, width: number): string[] {
  const fits = (line: string) => font.widthOfTextAtSize(line, size) <= width;
  return text.split('\n').flatMap((paragraph) => {
    const lines: string[] = [''];
    for (const word of printable(font, paragraph).split(' ')) {
      const longer = `${lines.at(-1)} ${word}`.trimStart();
      if (fits(longer)) lines[lines.length - 1] = longer;
      else lines.push(...piecesOf(word, fits));
    }
    return lines.filter((line, index) => index > 0 || line !== '');
  });
}

function piecesOf(word: string, fits: (line: string) => boolean): string[] {
  const pieces = [''];
  for (const character of word) {
    const longer = pieces.at(-1) + character;
    if (fits(longer)) pieces[pieces.length - 1] = longer;
    else pieces.push(character);
  }
  return pieces;
}

const characters = new WeakMap<PDFFont, ReadonlySet<number>>();

function charactersOf(font: PDFFont): ReadonlySet<number> {
  const known = characters.get(font) ?? new Set(font.getCharacterSet());
  characters.set(font, known);
  return known;
}

/** The standard fonts have the characters of Western Europe alone: others are shown as a question mark. */
function printable(font: PDFFont, text: string): string {
  const known = charactersOf(font);
  return [...text.normalize('NFC')].map((one) => (known.has(one.codePointAt(0) ?? 0) ? one : '?')).join('');
}
