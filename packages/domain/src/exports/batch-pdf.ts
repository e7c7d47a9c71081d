import type { Environment } from '@tillgate/db';
import {
  type Column,
  eatMoment,
  eatText,
  fileOf,
  filled,
  grey,
  heading,
  numberPages,
  openDocument,
  type PaperLocale,
  type Pen,
  sizes,
  row as sumLine,
  table,
  write,
} from '../papers/index.ts';
import type { ActorView } from '../reading/actors.ts';
import type { BatchResultRow, BatchResults } from '../reading/batches/index.ts';
import { maskPhonesIn } from '../reading/payments/index.ts';
import { byFate, type Fate, type FateSum, sumOf, unfinished } from './batch-fates.ts';
import { actorText, type BatchWords, whyText } from './batch-pdf-words.ts';

type BatchPaper = {
  results: BatchResults;
  environment: Environment;
  /** When the results were read. */
  at: Date;
  /** The titles of reasons have to be in the same language. */
  words: BatchWords;
  locale: PaperLocale;
};

type Rows = Record<Fate, BatchResultRow[]>;
type Writer = BatchPaper & { pen: Pen; rows: Rows };

const unknown = '—';
const grouped = new Intl.NumberFormat('en-GB');
const whole = (amount: number | null): string => (amount === null ? unknown : grouped.format(amount));
/** A sum of nothing but amounts that cannot be read is unknown. */
const sumText = ({ count, amount, unread }: FateSum): string =>
  count > 0 && unread === count ? unknown : whole(amount);

const kesText = (sum: FateSum): string => {
  const text = sumText(sum);
  return text === unknown ? text : `KES ${text}`;
};

/** The results of a batch as a PDF of A4: who was behind it, its sums, who was not paid and why, and who was. */
export async function renderBatch(paper: BatchPaper): Promise<Uint8Array> {
  const { results, at, words, locale } = paper;
  const { batch } = results;
  const rows = byFate(results.rows);
  const open = unfinished(batch.status, rows);
  const pen = await openDocument(`${words.batch}: ${batch.name}`, at);
  const writer = { ...paper, pen, rows };
  write(pen, batch.name, { size: sizes.title, font: pen.bold });
  write(pen, `${words.batch} · ${words.statuses[batch.status]}`, { color: grey });
  write(pen, filled(words.pdf.asOf, { time: eatText(at, locale) }), { color: grey });
  if (open) {
    const text = open.why === 'not_ended' ? words.pdf.notEnded : filled(words.pdf.rowsOpen, { count: open.count });
    write(pen, text, { font: pen.bold });
  }
  await writeFacts(writer);
  writeFigures(writer);
  await writeRows(writer);
  const name = [...(open ? [words.pdf.notFinal] : []), words.batch, batch.name].join(' · ');
  numberPages(pen, name, (page, pages) => filled(words.pdf.page, { page, pages }));
  return fileOf(pen);
}

const factColumns: Column[] = [{ width: 130 }, { width: 369 }];

async function writeFacts({ pen, results, environment, words, locale }: Writer): Promise<void> {
  const { batch, organizationName, applicationName } = results;
  const { pdf, facts, new: made } = words;
  const purposes: Record<string, string> = made.purposes;
  const moment = (at: Date | null) => at && eatText(at, locale);
  const did = (who: ActorView | null, at: Date | null) =>
    who && [actorText(who, words), ...(at ? [eatText(at, locale)] : [])].join(', ');
  const approved = batch.approvedBy ? did(batch.approvedBy, batch.approvedAt) : batch.approvedAt && pdf.alone;
  const lines: [string, string | null][] = [
    [pdf.organization, organizationName],
    [pdf.application, applicationName],
    [pdf.environment, pdf.environments[environment]],
    [facts.purpose, [purposes[batch.commandId], `(${batch.commandId})`].filter(Boolean).join(' ')],
    [facts.file, batch.fileName],
    [facts.createdBy, did(batch.createdBy, batch.createdAt)],
    [facts.submittedBy, did(batch.submittedBy, batch.submittedAt)],
    [facts.approvedBy, approved],
    [facts.scheduled, moment(batch.scheduledFor)],
    [facts.started, moment(batch.startedAt)],
    [facts.ended, moment(batch.endedAt)],
    [facts.id, batch.batchId],
  ];
  heading(pen, facts.title);
  await table(
    pen,
    factColumns,
    lines.flatMap(([name, value]) => (value === null ? [] : [{ cells: [name, value] }])),
  );
}

/** What is to be paid is what was paid, what was not and what may still be. What was left out is not in it. */
function writeFigures({ pen, rows, words }: Writer): void {
  const { filters } = words.rows;
  const { paid, failed, open, waiting, skipped, refused } = rows;
  const line = (name: string, sum: FateSum, isResult = false) =>
    sumLine(pen, { name, count: String(sum.count), value: kesText(sum), isResult });
  heading(pen, words.pdf.figures);
  line(words.figures.amount, sumOf([...paid, ...failed, ...open, ...waiting]), true);
  line(filters.paid, sumOf(paid));
  line(filters.failed, sumOf(failed));
  line(filters.open, sumOf(open));
  if (waiting.length > 0) line(words.pdf.waiting, sumOf(waiting));
  line(filters.skipped, sumOf(skipped));
  line(filters.refused, sumOf(refused));
  const { count, unread } = sumOf(Object.values(rows).flat());
  sumLine(pen, { name: words.facts.rows, count: String(count), isResult: true });
  if (unread > 0) write(pen, filled(words.pdf.unread, { count: unread }), { color: grey });
}

async function writeRows({ pen, rows, words, locale }: Writer): Promise<void> {
  const { pdf } = words;
  const notPaid = [...rows.failed, ...rows.skipped, ...rows.refused].sort((a, b) => a.number - b.number);
  await writeUnpaid(pen, pdf.notPaid, notPaid, words);
  await writeUnpaid(pen, pdf.open, rows.open, words);
  await writeUnpaid(pen, pdf.waiting, rows.waiting, words);
  heading(pen, pdf.paid);
  if (rows.paid.length === 0) write(pen, pdf.nonePaid);
  else await writePaid(pen, rows.paid, words, locale);
}

const masked = (text: string | null): string => (text === null ? '' : maskPhonesIn(text));
const phoneOf = ({ phone }: BatchResultRow, words: BatchWords): string => phone ?? words.rows.unread;

async function writeUnpaid(pen: Pen, title: string, rows: BatchResultRow[], words: BatchWords): Promise<void> {
  if (rows.length === 0) return;
  const { fields, pdf } = words;
  const columns: Column[] = [
    { title: words.rows.number, width: 40 },
    { title: fields.name, width: 120 },
    { title: fields.phone, width: 68 },
    { title: pdf.amount, width: 76, isRight: true },
    { title: pdf.reason, width: 195 },
  ];
  const sum = sumOf(rows);
  heading(pen, title);
  await table(pen, columns, [
    ...rows.map((row) => ({
      cells: [String(row.number), masked(row.name), phoneOf(row, words), whole(row.amount), whyText(row, words)],
    })),
    { cells: ['', filled(pdf.total, { count: sum.count }), '', sumText(sum), ''], isResult: true },
  ]);
}

async function writePaid(pen: Pen, rows: BatchResultRow[], words: BatchWords, locale: PaperLocale): Promise<void> {
  const { fields, pdf } = words;
  const columns: Column[] = [
    { title: words.rows.number, width: 40 },
    { title: fields.reference, width: 72 },
    { title: fields.name, width: 110 },
    { title: fields.phone, width: 62 },
    { title: pdf.amount, width: 68, isRight: true },
    { title: words.rows.receipt, width: 66 },
    { title: pdf.time, width: 81 },
  ];
  const sum = sumOf(rows);
  const cellsOf = (row: BatchResultRow) => [
    ...[String(row.number), masked(row.reference), masked(row.name), phoneOf(row, words), whole(row.amount)],
    ...[row.receipt ?? '', row.settledAt ? eatMoment(row.settledAt, locale) : ''],
  ];
  await table(pen, columns, [
    ...rows.map((row) => ({ cells: cellsOf(row) })),
    { cells: ['', '', filled(pdf.total, { count: sum.count }), '', sumText(sum), '', ''], isResult: true },
  ]);
}
