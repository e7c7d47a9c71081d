import type { ExportFormat, ExportList, ExportStatus } from '@tillgate/db';
import { type CreateExportInput, createExport } from '@tillgate/domain/exports';
import { countExports, type ExportView, getExport, listExports } from '@tillgate/domain/reading/exports';
import { reportPageMax } from '@tillgate/domain/reading/reach';
import { builder, ofApplication } from '../builder.ts';
import type { GraphqlContext } from '../context.ts';
import { refusal } from '../errors.ts';
import { exportCost } from '../limits.ts';
import { countOptions, environmentRef, listOptions } from '../list.ts';
import { ExportRowsRef, type RowsAsked, rowsOf } from './export-rows.ts';

type Where = { applicationId: string; environment: 'sandbox' | 'production' };
type Shown = ExportView & Where;

const values = <Name extends string>(descriptions: Record<Name, string>) =>
  Object.fromEntries(Object.entries(descriptions).map(([name, description]) => [name, { description }])) as {
    [Key in Name]: { description: string };
  };

const ListRef = builder.enumType('ExportList', {
  description: 'A list or report that can be exported.',
  values: values<ExportList>({
    payments: 'Payments.',
    disbursements: 'Payouts and refunds.',
    inquiries: 'Inquiries.',
    deliveries: 'Deliveries to one endpoint.',
    events: 'Events.',
    links: 'Payment links.',
    link_payments: 'Tries and payments on one payment link.',
    guard_decisions: 'What rules and lists of the guard said.',
    batch_rows: 'Rows of one batch of payouts, and what became of them.',
    report_collections: 'Rows of a collections report.',
    report_payouts: 'Rows of a payouts report.',
    report_settlement: 'Rows of a settlement report.',
    report_balances: 'Rows of a balances report.',
  }),
});

const FormatRef = builder.enumType('ExportFormat', {
  description: 'The format of a file.',
  values: values<ExportFormat>({
    csv: 'Comma-separated values, safe for spreadsheets.',
    xlsx: 'An Excel workbook.',
    ndjson: 'One JSON object per line.',
  }),
});

const StatusRef = builder.enumType('ExportStatus', {
  description: 'The status of an export.',
  values: values<ExportStatus>({
    queued: 'The export waits for the worker.',
    running: 'The worker is writing the file.',
    ready: 'The file can be downloaded.',
    failed: 'The export failed. `error` says why.',
    cancelled: 'A person cancelled the export.',
    expired: 'The file was removed.',
  }),
});

const ExportRef = builder.objectRef<Shown>('Export').implement({
  description: 'A file with all rows of a list that match a filter. The worker writes it in the background.',
  ...ofApplication,
  fields: (t) => ({
    exportId: t.exposeID('exportId', { description: 'The ID of the export.' }),
    applicationId: t.exposeID('applicationId', { description: 'The application of the export.' }),
    environment: t.expose('environment', { type: environmentRef, description: 'The environment of the export.' }),
    list: t.expose('list', { type: ListRef, description: 'The exported list.' }),
    format: t.expose('format', { type: FormatRef, description: 'The format of the file.' }),
    status: t.expose('status', { type: StatusRef, description: 'The status of the export.' }),
    columns: t.exposeStringList('columns', { description: 'The columns of the file, in order.' }),
    timeZone: t.exposeString('timeZone', { description: 'The time zone of the times in the file.' }),
    rowCount: t.exposeInt('rowCount', { description: 'The number of rows in the file so far.' }),
    expectedRows: t.exposeInt('expectedRows', {
      description: 'The number of rows that matched the filter when the export was requested.',
    }),
    progress: t.exposeFloat('progress', { description: 'The progress, from 0 to 1.' }),
    fileBytes: t.exposeInt('fileBytes', {
      nullable: true,
      description: 'The size of the file in bytes. Null until the export is ready.',
    }),
    fileSha256: t.exposeString('fileSha256', {
      nullable: true,
      description: 'The SHA-256 checksum of the file, in hex.',
    }),
    downloadPath: t.string({
      nullable: true,
      description: 'The path of the file in the dashboard, for signed-in members. Null unless the export is ready.',
      resolve: ({ status, applicationId, environment, exportId }) =>
        status === 'ready' ? `/api/exports/${applicationId}/${environment}/${exportId}` : null,
    }),
    error: t.exposeString('error', { nullable: true, description: 'Why the export failed.' }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'When the export was requested. The file has the rows created before this time.',
      resolve: ({ createdAt }) => new Date(createdAt),
    }),
    endedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When the export ended.',
      resolve: ({ endedAt }) => (endedAt === null ? null : new Date(endedAt)),
    }),
    expiresAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When the file is removed.',
      resolve: ({ expiresAt }) => (expiresAt === null ? null : new Date(expiresAt)),
    }),
  }),
});

const tenantArgs = builder.args((t) => ({
  environment: t.field({ type: environmentRef, required: true, description: 'The environment of the export.' }),
  applicationId: t.id({ required: true, description: 'The application of the export.' }),
}));

/** @throws GraphQLError FORBIDDEN, NOT_FOUND */
function demandExporter({ exporter }: GraphqlContext, where: Where, isChange = false) {
  if (exporter) return exporter(where, isChange);
  throw refusal('FORBIDDEN', 'A reporting token has no exports. Use them in a session, or read /api/reports.', {
    permission: 'exports.use',
  });
}

const onlyForward = 'Exports are read with first (1 to 100) and after.';

builder.queryField('exports', (t) =>
  t.connection(
    {
      ...listOptions('exports.use'),
      type: ExportRef,
      description: 'Exports of the lists that you can read, newest first. Requires a session. Pages go forward only.',
      args: tenantArgs,
      resolve: async (_root, args, ctx) => {
        const { first, last, after, before, applicationId, environment } = args;
        const limit = first ?? reportPageMax / 2;
        if (last || before || limit < 1 || limit > reportPageMax) throw refusal('BAD_PAGE', onlyForward);
        const exporting = await demandExporter(ctx, args);
        const page = await listExports(exporting, { limit, ...(after && { before: after }) });
        const edges = page.exports.map((one) => ({
          cursor: one.exportId,
          node: { ...one, applicationId, environment },
        }));
        const [start, end] = [edges.at(0)?.cursor ?? null, edges.at(-1)?.cursor ?? null];
        const pageInfo = { hasNextPage: page.next !== null, hasPreviousPage: Boolean(after) };
        return {
          edges,
          pageInfo: { ...pageInfo, startCursor: start, endCursor: end },
          count: () => countExports(exporting),
        };
      },
    },
    {
      name: 'ExportConnection',
      description: 'A page of exports.',
      fields: (fields) => ({
        totalCount: fields.field({ ...countOptions, resolve: ({ count }) => count() }),
      }),
    },
    { name: 'ExportEdge', description: 'An export and its cursor.' },
  ),
);

builder.queryField('export', (t) =>
  t.field({
    type: ExportRef,
    nullable: true,
    extensions: { permission: 'exports.use' },
    description: 'One export with its progress. Requires a session.',
    args: { ...tenantArgs, exportId: t.arg.id({ required: true, description: 'The ID of the export.' }) },
    resolve: async (_root, { exportId, applicationId, environment }, ctx) => {
      const exporting = await demandExporter(ctx, { applicationId, environment });
      return { ...(await getExport(exporting, { exportId })), applicationId, environment };
    },
  }),
);

builder.mutationType({
  description: 'Requests exports. No mutation moves money. Reporting tokens cannot use mutations.',
});

builder.mutationField('createExport', (t) =>
  t.field({
    type: ExportRef,
    nullable: true,
    complexity: exportCost,
    extensions: { permission: 'exports.use' },
    description:
      'Requests a file with all rows that match a filter. Requires a session, and the permission to read the list.',
    args: {
      ...tenantArgs,
      rows: t.arg({ type: ExportRowsRef, required: true, description: 'The list to export and its filter.' }),
      format: t.arg({ type: FormatRef, required: true, description: 'The format of the file.' }),
      columns: t.arg.stringList({ description: 'The columns, in order. Default: all.' }),
      timeZone: t.arg.string({ description: 'The IANA name of the time zone of the times. Default: Africa/Nairobi.' }),
    },
    resolve: async (_root, { applicationId, environment, rows, format, columns, timeZone }, ctx) => {
      const exporting = await demandExporter(ctx, { applicationId, environment }, true);
      const input: CreateExportInput = {
        ...rowsOf(rows as RowsAsked),
        format,
        ...(columns && { columns }),
        ...(timeZone && { timeZone }),
      };
      const { exportId } = await createExport(exporting, input);
      return { ...(await getExport(exporting, { exportId })), applicationId, environment };
    },
  }),
);
