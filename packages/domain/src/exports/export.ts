import type { ExportFormat, ExportList, ExportModel, ExportStatus } from '@tillgate/db';
import { dayMs, later } from '../kernel/time.ts';
import { zoneTime } from '../kernel/zone-time.ts';
import { exportIssues } from './refusals.ts';

/** Most rows of a file. Larger requests are refused, because spreadsheets cannot hold many more. */
export const rowsMax = 1_000_000;
/** How long counting rows before an export may take. After that, the number is not shown. */
export const countMs = 5_000;
/** Exports of one organization that are queued or running. */
export const openMax = 3;
/** How long a file can be downloaded. */
export const keptDays = 7;
/** How long the list shows an export after its file is removed. */
export const historyDays = 90;
/** Rows per part. This bounds the memory of an export. */
export const partRows = 2_000;
/** After this time without work, an open export has lost its signal or its worker. */
export const idleSeconds = 30;
/** How many attempts to make one part may fail before the export fails. */
export const attemptsMax = 20;

/** The states before each state. */
const before: Record<ExportStatus, readonly ExportStatus[]> = {
  queued: [],
  running: ['queued', 'running'],
  ready: ['running'],
  failed: ['queued', 'running'],
  cancelled: ['queued', 'running'],
  expired: ['ready'],
};

/** The states that may become `status`. */
export function statesBefore(status: ExportStatus): ExportStatus[] {
  return [...before[status]];
}

/** Whether an export in this state still waits for a worker. */
export function isOpen(status: ExportStatus): boolean {
  return before.cancelled.includes(status);
}

/** The next step of a worker. */
type NextStep = 'nothing' | 'rows' | 'file';

/** An export without a cursor has not begun or is complete. */
export function nextStep({
  status,
  partCount,
  cursorAt,
}: Pick<ExportModel, 'status' | 'partCount' | 'cursorAt'>): NextStep {
  if (!isOpen(status)) return 'nothing';
  return partCount > 0 && cursorAt === null ? 'file' : 'rows';
}

/** When the file of an export that is ready now is removed. */
export function expiryOf(readyAt: Date): Date {
  return later(readyAt, keptDays * dayMs);
}

/** Exports that ended before this time are deleted. */
export function forgottenBefore(now: Date): Date {
  return later(now, -historyDays * dayMs);
}

export const tooManyRows = exportIssues.tooManyRows({ max: rowsMax.toLocaleString('en') });

/** The rows of a file: from a moment, and made before another one. */
type Named = { list: ExportList; from: Date | undefined; before: Date; timeZone: string };

/**
 * The name of a file says its list and its days, both included: `tillgate-payments-2026-11-01-to-2026-11-29`, or `all-to`
 * where rows have no first day. It has letters, digits and dashes only, whatever the merchant is called.
 */
export function fileNameOf({ list, from, before, timeZone }: Named, extension: string): string {
  const day = (moment: Date) => zoneTime(timeZone).plain(moment).slice(0, 'YYYY-MM-DD'.length);
  return `tillgate-${list.replaceAll('_', '-')}-${from ? day(from) : 'all'}-to-${day(later(before, -1))}.${extension}`;
}

/** The names of rows and formats in emails. */
export const listNames: Record<ExportList, string> = {
  payments: 'payments',
  disbursements: 'payouts and refunds',
  inquiries: 'inquiries',
  deliveries: 'webhook deliveries',
  events: 'events',
  links: 'payment links',
  link_payments: 'tries and payments on a link',
  guard_decisions: 'guard decisions',
  batch_rows: 'rows of a batch of payouts',
  report_collections: 'rows of the collections report',
  report_payouts: 'rows of the payouts report',
  report_settlement: 'rows of the settlement report',
  report_balances: 'rows of the balances report',
};
export const formatNames: Record<ExportFormat, string> = { csv: 'CSV', xlsx: 'Excel', ndjson: 'NDJSON' };
