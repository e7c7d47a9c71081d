import type { PDFDocument, PDFFont, PDFPage, RGB } from '@cantoo/pdf-lib';
import type { DayDetail } from '../reading/closing/index.ts';
import { reasonTitles } from '../reviews/index.ts';
import { eatText, kes, nameOf, personOf, textOfValue } from './day-words.ts';

/** A4 in points. */
const paper: [number, number] = [595.28, 841.89];
const margin = 48;
const sizes = { title: 17, heading: 11, text: 9 } as const;
const lineHeight = 1.45;
/** `ColorTypes.RGB` of the library, which is loaded when the first PDF is written. */
const rgb = (red: number, green: number, blue: number) => ({ type: 'RGB', red, green, blue }) as RGB;
const grey = rgb(0.4, 0.42, 0.46);
const black = rgb(0.07, 0.08, 0.1);

type DayPaper = {
  day: DayDetail;
  applicationName: string;
  environment: string;
  /** When the figures were read. */
  at: Date;
};

/** The position of the next line. Full pages are followed by new ones. */
type Pen = { document: PDFDocument; page: PDFPage; y: number; plain: PDFFont; bold: PDFFont };

/** A business day as a PDF of A4: figures, accounts, open points, changes and signatures. */
export async function renderDay({ day, applicationName, environment, at }: DayPaper): Promise<Uint8Array> {
  const { PDFDocument, StandardFonts } = await import('@cantoo/pdf-lib');
  const document = await PDFDocument.create();
  const [plain, bold] = await Promise.all([
    document.embedFont(StandardFonts.Helvetica),
    document.embedFont(StandardFonts.HelveticaBold),
  ]);
  const title = `Close of day ${day.day}`;
  document.setTitle(title);
  document.setProducer('Tillgate');
  document.setCreationDate(at);
  const pen: Pen = { document, page: document.addPage(paper), y: paper[1] - margin, plain, bold };
  write(pen, title, { size: sizes.title, font: bold });
  write(pen, `${applicationName} (${environment}) · ${states[day.state]}`, { color: grey });
  write(pen, `From ${eatText(day.startsAt)} to ${eatText(day.endsAt)}. Figures of ${eatText(at.toISOString())}.`, {
    color: grey,
  });
  writeFigures(pen, day);
  writeAccounts(pen, day);
  writeOpenPoints(pen, day);
  writeNotMoney(pen, day);
  writeChanges(pen, day);
  writeSignOffs(pen, day);
  return document.save();
}

const states: Record<DayDetail['state'], string> = {
  running: 'this day has not ended',
  open: 'not signed off',
  signed: 'signed off',
  changed: 'changed since it was signed off',
};

function writeFigures(pen: Pen, { figures }: DayDetail): void {
  heading(pen, 'Of this day');
  row(pen, 'Collected', `${kes(figures.collected)} in ${figures.collectedCount}`);
  row(pen, 'Refunded', `${kes(figures.refunded)} in ${figures.refundCount}`);
  row(pen, 'Net', kes(figures.net), pen.bold);
  row(pen, 'Paid out', `${kes(figures.paidOut)} in ${figures.payoutCount}`);
  row(pen, 'Refunded of these payments so far', kes(figures.refundedSince));
  row(pen, 'Payments without an outcome', String(figures.pendingPayments));
  row(pen, 'Payouts without an outcome', String(figures.pendingPayouts));
  heading(pen, 'Moved on this day');
  row(pen, 'Came in', kes(figures.movedIn));
  row(pen, 'Refunded', kes(figures.movedBack));
  row(pen, 'Paid out', kes(figures.movedOut));
}

function writeAccounts(pen: Pen, { figures: { accounts } }: DayDetail): void {
  heading(pen, 'Accounts, from imported statements');
  if (accounts.length === 0) write(pen, 'No statement has this day: balances and fees are not known.');
  for (const { shortcode, opening, closing, fees } of accounts) {
    row(pen, `Opening balance of ${shortcode}`, kes(opening));
    row(pen, `Closing balance of ${shortcode}`, kes(closing));
    row(pen, `Fees of ${shortcode}`, kes(fees));
  }
}

function writeOpenPoints(pen: Pen, { exceptions, openPoints }: DayDetail): void {
  heading(pen, 'Open points');
  if (openPoints === 0) write(pen, 'Nothing of this day waits for a person.');
  const titles: Record<string, string> = reasonTitles;
  for (const [reason, count] of Object.entries(exceptions)) row(pen, titles[reason] ?? reason, String(count));
}

function writeNotMoney(pen: Pen, { notMoney, people }: DayDetail): void {
  if (notMoney.length === 0) return;
  heading(pen, 'Confirmations that people recorded as not money');
  for (const { receipt, amount, note, by, approvedBy } of notMoney) {
    const second = approvedBy === null ? 'nobody else approved it' : `approved by ${personOf(people[approvedBy])}`;
    row(pen, receipt, kes(amount * 100));
    write(pen, `${personOf(people[by])}, ${second}: ${note}`, { color: grey });
  }
}

function writeChanges(pen: Pen, { difference, changedSince }: DayDetail): void {
  for (const [title, changes] of [
    [`Changed since the sign-off${changedSince ? `, first seen ${eatText(changedSince)}` : ''}`, difference?.changes],
    ['Known since the sign-off', difference?.learned],
  ] as const) {
    if (!changes || changes.length === 0) continue;
    heading(pen, title);
    for (const change of changes)
      row(pen, nameOf(change), `${textOfValue(change, 'from')}, now ${textOfValue(change, 'to')}`);
  }
}

function writeSignOffs(pen: Pen, { signOffs, people }: DayDetail): void {
  heading(pen, 'Sign-offs');
  if (signOffs.length === 0) write(pen, 'Nobody has signed off this day.');
  for (const { revision, signedBy, signedAt, note, figures } of signOffs) {
    write(pen, `${revision}. ${personOf(people[signedBy])}, ${eatText(signedAt)}, net ${kes(figures.net)}`);
    if (note) write(pen, note, { color: grey });
  }
}

function heading(pen: Pen, text: string): void {
  pen.y -= sizes.heading;
  write(pen, text, { size: sizes.heading, font: pen.bold });
}

/** A name at the left, and a value that ends at the right. */
function row(pen: Pen, name: string, value: string, font = pen.plain): void {
  advance(pen, sizes.text);
  const text = printable(font, value);
  const x = paper[0] - margin - font.widthOfTextAtSize(text, sizes.text);
  const label = printable(pen.plain, name);
  pen.page.drawText(label, { x: margin, y: pen.y, size: sizes.text, font: pen.plain, color: grey });
  pen.page.drawText(text, { x, y: pen.y, size: sizes.text, font, color: black });
}

type Style = { size?: number; font?: PDFFont; color?: typeof black };

/** A text of as many lines as it needs. */
function write(pen: Pen, text: string, { size = sizes.text, font = pen.plain, color = black }: Style = {}): void {
  for (const line of linesOf(font, text, size, paper[0] - 2 * margin)) {
    advance(pen, size);
    pen.page.drawText(line, { x: margin, y: pen.y, size, font, color });
  }
}

function advance(pen: Pen, size: number): void {
  pen.y -= size * lineHeight;
  if (pen.y >= margin) return;
  pen.page = pen.document.addPage(paper);
  pen.y = paper[1] - margin - size * lineHeight;
}

/** Breaks a text between words, and long words within. */
function linesOf(font: PDFFont, text: string, size: number, width: number): string[] {
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

/** The standard fonts only have Western European characters. Others become a question mark. */
function printable(font: PDFFont, text: string): string {
  const known = new Set(font.getCharacterSet());
  return [...text.normalize('NFC')].map((one) => (known.has(one.codePointAt(0) ?? 0) ? one : '?')).join('');
}
