import {
  eatText,
  fileOf,
  filled,
  grey,
  heading,
  openDocument,
  type PaperLocale,
  type Pen,
  row,
  sizes,
  write,
} from '../papers/index.ts';
import type { DayDetail, SheetLine } from '../reading/closing/index.ts';
import { inKes } from '../reconciliation/index.ts';
import { type DayWords, dayWords, differenceText, kes, nameOf, personOf, textOfValue } from './day-words.ts';

type DayPaper = {
  day: DayDetail;
  applicationName: string;
  environment: string;
  /** When the figures were read. */
  at: Date;
  /** English unless given. */
  words?: DayWords;
  locale?: PaperLocale;
};

type Writer = Required<Pick<DayPaper, 'words' | 'locale'>> & { pen: Pen; day: DayDetail };

/** A business day as a PDF of A4: what the page of the day shows, in its order and in its words. */
export async function renderDay({ day, applicationName, environment, at, ...how }: DayPaper): Promise<Uint8Array> {
  const { words = dayWords, locale = 'en-GB' } = how;
  const title = `${words.title}, ${eatText(day.startsAt, locale).replace(/,.*/, '')}`;
  const pen = await openDocument(title, at);
  const writer = { pen, day, words, locale };
  write(pen, title, { size: sizes.title, font: pen.bold });
  write(pen, `${applicationName} (${environment}) · ${words.states[day.state]}`, { color: grey });
  write(pen, filled(words.pdf.asOf, { time: eatText(at.toISOString(), locale) }), { color: grey });
  writeChanges(writer);
  writeFigures(writer);
  writeBridge(writer);
  writeAccounts(writer);
  writeOpenItems(writer);
  writeNotMoney(writer);
  writeSignOffs(writer);
  return fileOf(pen);
}

function writeLines({ pen, words }: Writer, lines: SheetLine[]): void {
  for (const { figure, cents, count, isResult } of lines) {
    const value = cents === undefined ? undefined : kes(cents, words);
    row(pen, { name: words.figures[figure], count: count === undefined ? undefined : String(count), value, isResult });
  }
}

function writeFigures(writer: Writer): void {
  const { pen, words, day } = writer;
  heading(pen, words.day.figures);
  writeLines(writer, day.sheet.created);
  heading(pen, words.day.moved);
  writeLines(writer, day.sheet.moved);
}

function writeBridge(writer: Writer): void {
  const { pen, words, day } = writer;
  const { bridge } = day.sheet;
  if (!bridge) return;
  heading(pen, words.bridge.title);
  writeLines(writer, bridge.lines);
  write(pen, differenceText(bridge.difference, words), { font: pen.bold });
}

function writeAccounts(writer: Writer): void {
  const { pen, words, day } = writer;
  const { accounts } = day.sheet;
  heading(pen, words.accounts.title);
  if (accounts.length === 0) write(pen, words.accounts.none);
  for (const { shortcode, lines, hasProblems } of accounts) {
    write(pen, filled(words.accounts.of, { shortcode }));
    writeLines(writer, lines);
    if (hasProblems) write(pen, words.accounts.hasProblems, { color: grey });
  }
}

function writeOpenItems({ pen, words, day }: Writer): void {
  const { named, exceptions, openPoints, figures } = day;
  heading(pen, words.exceptions.title);
  if (openPoints === 0) write(pen, words.exceptions.none);
  for (const figure of ['pendingPayments', 'pendingPayouts'] as const) {
    if (figures[figure] > 0) row(pen, { name: words.figures[figure], count: String(figures[figure]) });
  }
  for (const { reason, receipt, amount } of named) {
    const name = receipt === null ? words.reasons[reason] : `${words.reasons[reason]} · ${receipt}`;
    row(pen, { name, value: amount === null ? undefined : `KES ${inKes(Math.round(amount * 100))}` });
  }
  const left = Object.values(exceptions).reduce((sum, count) => sum + count, 0) - named.length;
  if (left > 0) write(pen, filled(words.pdf.andMore, { count: left }), { color: grey });
}

function writeNotMoney({ pen, words, day: { notMoney, people } }: Writer): void {
  if (notMoney.length === 0) return;
  heading(pen, words.notMoney.title);
  for (const { receipt, amount, note, by, approvedBy } of notMoney) {
    row(pen, { name: receipt, value: kes(Math.round(amount * 100)) });
    const names = { by: personOf(people[by]), approvedBy: approvedBy === null ? '' : personOf(people[approvedBy]) };
    write(pen, `${filled(approvedBy === null ? words.notMoney.alone : words.notMoney.byTwo, names)}: ${note}`, {
      color: grey,
    });
  }
}

function writeChanges({ pen, words, locale, day: { difference, changedSince } }: Writer): void {
  const since = changedSince ? ` ${words.changes.since} ${eatText(changedSince, locale)}` : '';
  for (const [title, changes, note] of [
    [words.changes.title, difference?.changes, since.trim()],
    [words.changes.learned, difference?.learned, ''],
  ] as const) {
    if (!changes || changes.length === 0) continue;
    heading(pen, title);
    if (note) write(pen, note, { color: grey });
    row(pen, { name: '', count: words.changes.from, value: words.changes.to });
    for (const change of changes) {
      const [from, to] = [textOfValue(change, 'from', words), textOfValue(change, 'to', words)];
      row(pen, { name: nameOf(change, words), count: from, value: to });
    }
  }
}

function writeSignOffs({ pen, words, locale, day: { signOffs, people } }: Writer): void {
  heading(pen, words.signOffs.title);
  if (signOffs.length === 0) write(pen, words.signOffs.none);
  for (const { revision, signedBy, signedAt, note, figures } of signOffs) {
    const name = `${revision}. ${personOf(people[signedBy])}, ${eatText(signedAt, locale)}`;
    row(pen, { name, count: words.figures.net, value: kes(figures.net ?? null) });
    if (note) write(pen, note, { color: grey });
  }
}
