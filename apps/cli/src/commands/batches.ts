import { PayoutBatchStatus } from '@tillgate/db';
import {
  type BatchRowView,
  type BatchView,
  getBatch,
  listBatches,
  listBatchRows,
  readBatchList,
  readBatchRowList,
} from '@tillgate/domain/reading/batches';
import { cancelBatch, pauseBatch, resumeBatch } from '@tillgate/domain/sending';
import { group, tenantCommand } from '../command.ts';
import { choice, optional, required } from '../fields.ts';
import { limitOption } from '../options.ts';
import { facts, table } from '../table.ts';

const batchId = required('--batch <id>', 'batch ID');
const kes = (amount: number | null) => (amount === null ? '-' : `KES ${amount.toLocaleString('en')}`);

export const batches = group(
  'batch',
  'batches of payouts, such as a payroll',
  tenantCommand('list', {
    about: 'list batches of payouts, newest first',
    options: {
      status: choice('--status <status>', 'only in this state', Object.values(PayoutBatchStatus)),
      limit: limitOption(20),
      before: optional('--before <id>', 'continue an earlier list: its last batch ID'),
    },
    verb: (ctx, { app: _app, env: _env, ...given }) => listBatches(ctx, readBatchList(given)),
    text: ({ batches: found, next }) =>
      found.length === 0
        ? 'No batches.'
        : [
            table(
              ['BATCH', 'STATUS', 'ROWS', 'AMOUNT', 'PAID', 'OPEN', 'FAILED', 'NAME'],
              found.map(({ batchId: id, status, rows, amount, amountPaid, counts, name }) => [
                ...[id, status, String(rows), kes(amount), kes(amountPaid), String(counts.open), String(counts.failed)],
                name,
              ]),
            ),
            ...(next ? [`There are more: --before ${next}`] : []),
          ].join('\n'),
  }),
  tenantCommand('show', {
    about: 'show a batch with what became of its rows',
    options: { batchId },
    verb: (ctx, { batchId: id }) => getBatch(ctx, id),
    text: batchText,
  }),
  tenantCommand('rows', {
    about: 'list the rows of a batch in their order; numbers of phones are masked',
    options: {
      batchId,
      state: choice('--state <state>', 'only in this state', [
        ...(['good', 'refused', 'skipped', 'handed', 'paid', 'open', 'failed'] as const),
      ]),
      before: optional('--before <id>', 'continue an earlier list: its last row ID'),
    },
    verb: async (ctx, { batchId: id, app: _app, env: _env, ...given }) => {
      const { rows, next } = await listBatchRows(ctx, { batchId: id, ...readBatchRowList(given) });
      return { rows: rows.map(masked), next };
    },
    text: ({ rows, next }) =>
      rows.length === 0
        ? 'No rows.'
        : [
            table(
              ['ROW', 'PHONE', 'AMOUNT', 'STATE', 'RECEIPT', 'WHY'],
              rows.map((row) => [
                ...[String(row.number), row.phone ?? '-', kes(row.amount), row.outcome ?? row.state],
                ...[row.providerReceipt ?? '-', whyOf(row)],
              ]),
            ),
            ...(next ? [`There are more: --before ${next}`] : []),
          ].join('\n'),
  }),
  tenantCommand('pause', {
    about: 'pay no further row of a batch; rows that were handed over go on',
    options: { batchId },
    verb: async (ctx, { batchId: id }) => {
      await pauseBatch(ctx, { batchId: id });
      return getBatch(ctx, id);
    },
    text: batchText,
  }),
  tenantCommand('resume', {
    about: 'go on paying a batch that is paused',
    options: { batchId },
    verb: async (ctx, { batchId: id }) => {
      await resumeBatch(ctx, { batchId: id });
      return getBatch(ctx, id);
    },
    text: batchText,
  }),
  tenantCommand('cancel', {
    about: 'cancel a batch that is not being paid; rows that nothing was sent for are skipped',
    options: { batchId },
    verb: async (ctx, { batchId: id }) => {
      await cancelBatch(ctx, { batchId: id });
      return getBatch(ctx, id);
    },
    text: batchText,
  }),
);

const shownDigits = 3;

/** The operator needs no numbers of people who are paid. */
function masked({ phone, problems, warnings, ...row }: BatchRowView) {
  const codes = (notes: { code: string; field: string | null }[]) => notes.map(({ code, field }) => ({ code, field }));
  return {
    ...row,
    phone: phone && `0${phone.slice(3, 6)}…${phone.slice(-shownDigits)}`,
    problems: codes(problems),
    warnings: codes(warnings),
  };
}

function whyOf({ problems, skippedBecause, resultDesc, outcome }: ReturnType<typeof masked>): string {
  if (problems.length > 0) return problems.map(({ code, field }) => (field ? `${field}: ${code}` : code)).join(', ');
  return skippedBecause ?? (outcome === 'failed' ? (resultDesc ?? '-') : '-');
}

function batchText({ counts, ...batch }: BatchView): string {
  return facts([
    ['Batch', batch.batchId],
    ['Name', batch.name],
    ['Status', batch.pausedBecause ? `${batch.status} (${batch.pausedBecause})` : batch.status],
    ['Amount', kes(batch.amount)],
    ['Paid', `${counts.paid} rows, ${kes(batch.amountPaid)}`],
    ['Waiting', String(counts.good)],
    ['Open', String(counts.open)],
    ['Failed', String(counts.failed)],
    ['Refused', String(counts.refused)],
    ['Skipped', String(counts.skipped)],
    ['Requested by', batch.requestedBy ?? '-'],
    ['Approved by', batch.approvedBy ?? '-'],
    ['Starts', batch.startedAt ?? batch.scheduledFor ?? '-'],
    ['Ended', batch.endedAt ?? '-'],
  ]);
}
