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
  description: 'A list that can be exported.',
  values: values<ExportList>({
    payments: 'Payments.',
    disbursements: 'Payouts and refunds.',
    inquiries: 'Inquiries.',
    deliveries: 'Deliveries to one endpoint.',
    events: 'Events.',
  }),
});

const FormatRef = builder.enumType('ExportFormat', {
  description: 'The kind of a file.',
  values: values<ExportFormat>({
    csv: 'Comma-separated values, safe for spreadsheets.',
    xlsx: 'An Excel workbook.',
    ndjson: 'A JSON object a line.',
  }),
});

const StatusRef = builder.enumType('ExportStatus', {
  description: 'Where an export stands.',
  values: values<ExportStatus>({
    queued: 'It waits.',
    running: 'It is being made.',
    ready: 'Its file can be downloaded.',
    failed: 'It was not made; `error` says why.',
    cancelled: 'A person cancelled it.',
    expired: 'Its file was removed.',
  }),
});

const ExportRef = builder.objectRef<Shown>('Export').implement({
  description: 'A file of all rows of a list that meet a filter, made in the background.',
  ...ofApplication,
  fields: (t) => ({
    exportId: t.exposeID('exportId', { description: 'The id of the export.' }),
    applicationId: t.exposeID('applicationId', { description: 'The application whose rows it has.' }),
    environment: t.expose('environment', { type: environmentRef, description: 'Where those happened.' }),
    list: t.expose('list', { type: ListRef, description: 'Whose rows it has.' }),
    format: t.expose('format', { type: FormatRef, description: 'The kind of file.' }),
    status: t.expose('status', { type: StatusRef, description: 'Where it stands.' }),
    columns: t.exposeStringList('columns', { description: 'Its columns, in order.' }),
    timeZone: t.exposeString('timeZone', { description: 'The time zone of the times in it.' }),
    rowCount: t.exposeInt('rowCount', { description: 'Rows in the file so far.' }),
    expectedRows: t.exposeInt('expectedRows', { description: 'Rows when it was asked for.' }),
    progress: t.exposeFloat('progress', { description: 'How far it is, 0 to 1.' }),
    fileBytes: t.exposeInt('fileBytes', { nullable: true, description: 'Bytes of the file; null until it is ready.' }),
    fileSha256: t.exposeString('fileSha256', { nullable: true, description: 'The SHA-256 of the file, hex.' }),
    downloadPath: t.string({
      nullable: true,
      description: 'The path of its file in the dashboard, for members in a session; null unless it is ready.',
      resolve: ({ status, applicationId, environment, exportId }) =>
        status === 'ready' ? `/api/exports/${applicationId}/${environment}/${exportId}` : null,
    }),
    error: t.exposeString('error', { nullable: true, description: 'Why it failed.' }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'When it was asked for: rows made before that are in it.',
      resolve: ({ createdAt }) => new Date(createdAt),
    }),
    endedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When it ended.',
      resolve: ({ endedAt }) => (endedAt === null ? null : new Date(endedAt)),
    }),
    expiresAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When its file is removed.',
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
      description: 'Exports of the lists that you may read, newest first. Sessions only; pages go forward only.',
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
    { name: 'ExportEdge', description: 'An export and its place in the list.' },
  ),
);

builder.queryField('export', (t) =>
  t.field({
    type: ExportRef,
    nullable: true,
    extensions: { permission: 'exports.use' },
    description: 'One export with its progress. Sessions only.',
    args: { ...tenantArgs, exportId: t.arg.id({ required: true, description: 'The id of the export.' }) },
    resolve: async (_root, { exportId, applicationId, environment }, ctx) => {
      const exporting = await demandExporter(ctx, { applicationId, environment });
      return { ...(await getExport(exporting, { exportId })), applicationId, environment };
    },
  }),
);

builder.mutationType({
  description: 'Asks for files. Nothing here moves money, and a reporting token may do nothing.',
});

builder.mutationField('createExport', (t) =>
  t.field({
    type: ExportRef,
    nullable: true,
    complexity: exportCost,
    extensions: { permission: 'exports.use' },
    description:
      'Asks for a file of all rows that meet a filter. Sessions only; the permission of the list is needed, too.',
    args: {
      ...tenantArgs,
      rows: t.arg({ type: ExportRowsRef, required: true, description: 'Which rows of which list.' }),
      format: t.arg({ type: FormatRef, required: true, description: 'The kind of file.' }),
      columns: t.arg.stringList({ description: 'The columns, in order; without it, all.' }),
      timeZone: t.arg.string({ description: 'The IANA name of the time zone of times; Africa/Nairobi without it.' }),
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
