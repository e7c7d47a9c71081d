import type { Environment } from '@tillgate/db';
import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import { hasPermission, requirePermission } from '../kernel/authority.ts';
import type { TenantContext } from '../kernel/context.ts';
import { DomainError } from '../kernel/errors.ts';
import { invalidInput, issue, parseInput } from '../kernel/input.ts';
import { issues } from '../kernel/refusals.ts';
import { type CountBounds, exportSources } from '../reading/exports/index.ts';
import { publishOrLog } from '../signals/publish-or-log.ts';
import { countMs, openMax, rowsMax, tooManyRows } from './export.ts';
import { dueSignal } from './publish-exports.ts';
import { exportRefusals } from './refusals.ts';
import { type CreateExportInput, createExportSchema, type ExportRowsInput, exportRowsSchema } from './schemas.ts';
import * as exports from './statements.ts';
import { lockOpenExports } from './work-statements.ts';

const retrySeconds = 60;

/** Tests lower them. */
type ExportLimits = { rowsMax: number; openMax: number; countMs: number };
const defaultLimits: ExportLimits = { rowsMax, openMax, countMs };

/**
 * Counts the rows that an export of a list would have now; `more`: more than an export can have. `isCounted` is false
 * when counting takes too long. Such an export can still be requested, and fails if it grows beyond the limit.
 * @throws DomainError invalid_input, forbidden
 */
export async function countExport(
  ctx: TenantContext,
  input: ExportRowsInput,
  limits: ExportLimits = defaultLimits,
): Promise<{ rows: number; more: boolean; isCounted: boolean }> {
  requirePermission(ctx, 'exports.use');
  const parsed = parseInput(exportRowsSchema, input);
  const counted = await countRows(ctx, parsed, boundsAt(ctx.clock.now(), limits));
  const rows = counted ?? 0;
  return { rows: Math.min(rows, limits.rowsMax), more: rows > limits.rowsMax, isCounted: counted !== undefined };
}

/**
 * Requests a file of all rows of a list that meet its filter and were made before now. The worker makes the file.
 * @returns the export, and how many rows it will have; `isCounted` is false, and `rows` 0, when counting takes too long
 * @throws DomainError invalid_input (also: too many rows), forbidden, rate_limited (too many exports are under way)
 */
export async function createExport(
  ctx: TenantContext,
  input: CreateExportInput,
  limits: ExportLimits = defaultLimits,
): Promise<{ exportId: string; rows: number; isCounted: boolean }> {
  requirePermission(ctx, 'exports.use');
  const parsed = parseInput(createExportSchema, input);
  const { list, filter } = parsed;
  const createdAt = ctx.clock.now();
  const columns = chosenColumns(parsed);
  const counted = await countRows(ctx, parsed, boundsAt(createdAt, limits));
  const rows = counted ?? 0;
  if (rows > limits.rowsMax) throw invalidInput(issue('filter', tooManyRows));
  const { applicationId, environment } = ctx.tenant;
  const id = uuidv7({ msecs: createdAt.getTime() });
  await ctx.db.transaction(async (db) => {
    if ((await lockOpenExports(db, applicationId)) >= limits.openMax) throw tooManyOpen(limits.openMax);
    const { format, timeZone, language } = parsed;
    const made = { id, applicationId, environment, list, format, filter, columns, timeZone, language };
    await exports.insertExport(
      db,
      { ...made, requestedBy: ctx.actor, createdAt, expectedRows: rows },
      { id: uuidv7(), actor: ctx.actor, action: 'export.created', detail: auditDetail(environment, parsed, rows) },
    );
  });
  await publishOrLog(ctx, [dueSignal(id, createdAt)]);
  return { exportId: id, rows, isCounted: counted !== undefined };
}

type Parsed = z.output<typeof createExportSchema>;

/**
 * Counts the rows of a list, if the caller may read it.
 * @throws DomainError invalid_input, not_found, forbidden
 */
export async function countRows(
  ctx: TenantContext,
  { list, filter, timeZone }: Pick<Parsed, 'list' | 'filter' | 'timeZone'>,
  bounds: Omit<CountBounds, 'timeZone'>,
): Promise<number | undefined> {
  const source = exportSources[list];
  if (!hasPermission(ctx, source.permission)) throw new DomainError('forbidden', exportRefusals.listUnreadable);
  return source.count(ctx, filter, { ...bounds, timeZone });
}

const boundsAt = (until: Date, { rowsMax: max, countMs: within }: ExportLimits) => ({ until, max, countMs: within });

/** @throws DomainError invalid_input for a column that the list does not have */
export function chosenColumns({ list, columns }: Pick<Parsed, 'list' | 'columns'>): string[] {
  const known = exportSources[list].columns;
  const names = known.map(({ name }) => name);
  const unknown = columns?.filter((name) => !names.includes(name)) ?? [];
  if (unknown.length === 0) return columns ?? known.flatMap(({ name, isDefault }) => (isDefault ? [name] : []));
  throw invalidInput(issue('columns', issues.sortOf({ values: names.join(', ') })));
}

/** Only names of filters, because their values may identify a payer, and the audit is kept for ever. */
function auditDetail(environment: Environment, { list, format, filter }: Parsed, rows: number) {
  return { environment, list, format, rows, filters: Object.keys(filter) };
}

function tooManyOpen(max: number): DomainError {
  const detail = exportRefusals.exportsUnderWay({ max });
  return new DomainError('rate_limited', detail, { retryAfterSeconds: retrySeconds });
}
