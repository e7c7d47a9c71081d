import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { ExportModel } from '@tillgate/db';
import { audit } from '../audit/index.ts';
import { operator } from '../kernel/authority.ts';
import type { Context, TenantContext, WithDashboardUrl } from '../kernel/context.ts';
import { notFound } from '../kernel/errors.ts';
import { zoneTime } from '../kernel/zone-time.ts';
import { exportSources } from '../reading/exports/index.ts';
import { attemptsMax, expiryOf, nextStep, partRows, rowsMax, statesBefore, tooManyRows } from './export.ts';
import { manifestOf } from './export-file.ts';
import { readyMails } from './export-mail.ts';
import { failExport } from './fail-export.ts';
import type { Layout } from './formats/format.ts';
import { fileFormats } from './formats/index.ts';
import { peopleFront } from './formats/xlsx.ts';
import { peopleOfExport, peoplePart, peopleSheetOf } from './people-part.ts';
import { scheduleUpload } from './schedule-upload.ts';
import * as exports from './statements.ts';
import { begin, partsInOrder, touch } from './work-statements.ts';

/** Parts between two renewals of the claim while the checksum is made. */
const touchParts = 50;
const noProgress = 'It could not be made. Try again, or ask the operator of this service.';

/** Tests lower them. */
export type WorkLimits = { partRows: number; rowsMax: number };
const defaultLimits: WorkLimits = { partRows, rowsMax };

export type WorkContext = Context & Partial<WithDashboardUrl>;

/** `ended`: nothing is left to do. `held`: another worker continues. */
type WorkProgress = { ended: boolean; held?: true };

/**
 * Makes the next part of an export, or its file when it has all rows. One commit stores a part and its cursor, so it is
 * safe to run twice, concurrently, and after a crash. It holds one part in memory at a time.
 * @throws DomainError not_found
 */
export async function workExport(
  ctx: WorkContext,
  { exportId }: { exportId: string },
  limits: WorkLimits = defaultLimits,
): Promise<WorkProgress> {
  const row = await ctx.db.prisma.export.findUnique({ where: { id: exportId } });
  if (!row) throw notFound('export');
  const step = nextStep(row);
  if (step === 'nothing') return { ended: true };
  if ((await begin(ctx.db.pool, exportId, ctx.clock.now())) > attemptsMax) {
    await failExport(ctx, row, noProgress);
    return { ended: true };
  }
  return step === 'rows' ? addRows(ctx, row, limits) : makeFile(ctx, row);
}

async function addRows(ctx: WorkContext, row: ExportModel, limits: WorkLimits): Promise<WorkProgress> {
  const { id: exportId, createdAt: until, cursorAt, cursorId, timeZone } = row;
  const before = cursorAt && cursorId ? { at: cursorAt, id: cursorId } : undefined;
  const layout = layoutOf(row);
  const own = layout.columns.map(({ name }) => name);
  const people = peopleOfExport(row);
  // What people see and did not ask for by name is read beside the columns of the file.
  const names = [...new Set([...own, ...(people?.names ?? [])])];
  const slice = { columns: names, until, before, limit: limits.partRows, timeZone };
  const { rows: read, next } = await exportSources[row.list].read(asTenant(ctx, row), row.filter, slice);
  if (row.rowCount + read.length > limits.rowsMax) {
    await failExport(ctx, row, `The export ${tooManyRows}.`);
    return { ended: true };
  }
  const format = fileFormats[row.format];
  const rows = read.map((cells) => cells.slice(0, own.length));
  const text = [
    row.partCount === 0 ? format.opening(layout) : '',
    format.rows(layout, rows, row.rowCount),
    next === null ? format.closing : '',
  ].join('');
  const plain = Buffer.from(text);
  const body = plain.length === 0 ? plain : format.pack(plain, next === null);
  const totals = {
    crc32: crc32(plain, Number(row.crc32)),
    plainBytes: Number(row.plainBytes) + plain.length,
    storedBytes: Number(row.storedBytes) + body.length,
  };
  const part = {
    exportId,
    partsBefore: row.partCount,
    body,
    rows: rows.length,
    next,
    totals,
    now: ctx.clock.now(),
    people: people && peoplePart(row, people, { names, rows: read, isLast: next === null }),
  };
  const isStored = await exports.addPart(ctx.db.pool, statesBefore('running'), part);
  return isStored ? { ended: false } : { ended: false, held: true };
}

/** Reads all parts once for the checksums, then stores the parts before and after them. */
async function makeFile(ctx: WorkContext, row: ExportModel): Promise<WorkProgress> {
  const { id: exportId, partCount } = row;
  const format = fileFormats[row.format];
  const totals = {
    crc32: Number(row.crc32),
    plainBytes: Number(row.plainBytes),
    storedBytes: Number(row.storedBytes),
  };
  const people = peopleSheetOf(row);
  const front = format.front(totals);
  const before = people && peopleFront(people);
  const [content, file] = [createHash('sha256'), createHash('sha256').update(before ?? '')];
  let isInFront = true;
  for await (const part of partsInOrder(ctx.db.pool, { exportId, partCount, hasPeople: people !== undefined })) {
    if (part.of === 'rows' && isInFront) file.update(front);
    isInFront &&= part.of === 'people';
    if (part.of === 'rows') content.update(format.unpack(part.body));
    file.update(part.body);
    if (part.number % touchParts === 0) await touch(ctx.db.pool, exportId, ctx.clock.now());
  }
  if (isInFront) file.update(front);
  const back = format.back(totals, manifestOf(row, content.digest('hex')), people);
  const now = ctx.clock.now();
  const made = {
    exportId,
    parts: partCount,
    front,
    peopleFront: before,
    back,
    bytes: (before?.length ?? 0) + (people?.totals.storedBytes ?? 0) + front.length + totals.storedBytes + back.length,
    sha256: file.update(back).digest('hex'),
    now,
    expiresAt: expiryOf(now),
  };
  await ctx.db.prisma.$transaction(async (tx) => {
    if (!(await exports.finish(tx, statesBefore('ready'), made))) return;
    const { applicationId, environment, list, format: kind, rowCount: rows } = row;
    const detail = { environment, list, format: kind, rows, sha256: made.sha256 };
    await audit(tx, { actor: 'system', action: 'export.ready', subjectId: exportId, applicationId, detail, at: now });
    await readyMails(tx, { ...row, expiresAt: made.expiresAt }, now, ctx.dashboardUrl);
    await scheduleUpload(tx, row, now);
  });
  return { ended: true };
}

function layoutOf({ list, columns: names, timeZone }: ExportModel): Layout {
  const { columns } = exportSources[list];
  return {
    columns: names.flatMap((name) => columns.find((column) => column.name === name) ?? []),
    zone: zoneTime(timeZone),
  };
}

function asTenant(ctx: Context, { applicationId, environment }: ExportModel): TenantContext {
  return { ...ctx, tenant: { applicationId, environment }, actor: 'system', authority: operator };
}
