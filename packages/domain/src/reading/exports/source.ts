import { type Database, execute, isStatementTimeout, sql } from '@tillgate/db';
import { z } from 'zod';
import type { TenantContext } from '../../kernel/context.ts';
import { invalidInput, issue, parseInput } from '../../kernel/input.ts';
import type { Permission } from '../../kernel/permission.ts';
import { issues } from '../../kernel/refusals.ts';
import { countRows } from '../count-rows.ts';
import { type Cursor, type PageQuery, readRows } from '../keyset.ts';

/**
 * What a cell of a file holds. `id` and `text` stay texts in a spreadsheet, whatever they look like. `money` (KES) and
 * `count` are added up in its last row; `balance` (KES), `share` (of 1) and `number` are not.
 */
export type ColumnKind = 'id' | 'text' | 'number' | 'money' | 'balance' | 'count' | 'share' | 'moment' | 'flag';
export type Cell = string | number | boolean | Date | null;

/** A column of a file. `isOnRequest`: only files that name it have it, because it names people. */
export type Column<Row> = { kind: ColumnKind; isOnRequest?: true; value(row: Row): Cell };
type Period = { since?: Date; until?: Date };
type Rows = { createdAt: Date; id: string };

type Definition<Schema extends z.ZodObject, Row extends Rows> = {
  /** The permission to see the list. */
  permission: Permission;
  /** The filter of the list, without its pages and times. */
  filter: Schema;
  /** The filter fields of the first and last creation time. */
  periodFields: readonly [string, string];
  query(ctx: TenantContext, filter: z.output<Schema>): Promise<PageQuery>;
  /** By their name in the file. */
  columns: Record<string, Column<Row>>;
};

/** Rows for a file, the newest first; of a report, the oldest first. */
type SourceRows = {
  /** In the order of the requested columns. */
  rows: Cell[][];
  /** The cursor of the next rows; null after the last one. */
  next: Cursor | null;
};

/** `timeZone` is that of the file. */
export type CountBounds = { until: Date; max: number; countMs: number; timeZone: string };

/** A list whose rows can be exported. A filter is JSON input for the list's schema. */
export type ExportSource = {
  permission: Permission;
  /** `isDefault`: files have it that name no columns. */
  columns: readonly { name: string; kind: ColumnKind; isDefault: boolean }[];
  periodFields: readonly [string, string];
  /** Columns that people do not see, because they repeat others or are empty with this filter. */
  forPrograms?(filter: unknown): readonly string[];
  /**
   * Counts the rows made before `until`, up to one more than `max`. Undefined when counting takes longer than `countMs`,
   * because few of very many rows match.
   * @throws DomainError invalid_input with paths under `filter`, not_found
   */
  count(ctx: TenantContext, filter: unknown, bounds: CountBounds): Promise<number | undefined>;
  /**
   * Reads rows made before `until` and after the cursor, at most `limit`, in bounded time, possibly none. A report is read
   * at once, whatever the limit.
   */
  read(
    ctx: TenantContext,
    filter: unknown,
    slice: { columns: readonly string[]; until: Date; before: Cursor | undefined; limit: number; timeZone: string },
  ): Promise<SourceRows>;
};

const momentText = z.iso.datetime({ offset: true, error: issues.time }).transform((text) => new Date(text));

/** Builds the source of one list. */
export function sourceOf<Schema extends z.ZodObject, Row extends Rows>(
  definition: Definition<Schema, Row>,
): ExportSource {
  const { columns, permission, periodFields } = definition;
  const parse = (filter: unknown) => parseFilter(definition, filter);
  return {
    permission,
    periodFields,
    columns: Object.entries(columns).map(([name, { kind, isOnRequest }]) => ({ name, kind, isDefault: !isOnRequest })),
    async count(ctx, given, { until, max, countMs }) {
      const { filter, period } = parse(given);
      return countInTime(ctx.db, await definition.query(ctx, filter), { ...before(period, until), max }, countMs);
    },
    async read(ctx, given, { columns: names, until, before: cursor, limit }) {
      const { filter, period } = parse(given);
      const page = { limit, before: cursor, ...before(period, until) };
      const { rows, hasMore, scanEnd } = await readRows<Row>(ctx.db, await definition.query(ctx, filter), page);
      const last = rows.at(-1);
      const chosen = names.flatMap((name) => columns[name] ?? []);
      return {
        rows: rows.map((row) => chosen.map(({ value }) => value(row))),
        next: hasMore && last ? { at: last.createdAt, id: last.id } : (scanEnd ?? null),
      };
    },
  };
}

/** Counts rows. The database stops counting when the time is over. */
async function countInTime(
  db: Database,
  list: PageQuery,
  bounds: Period & { max: number },
  countMs: number,
): Promise<number | undefined> {
  try {
    return await db.transaction(async (tx) => {
      await execute(tx, '', sql`SELECT set_config('statement_timeout', ${String(countMs)}, true)`);
      return countRows(tx, list, bounds);
    });
  } catch (error) {
    if (isStatementTimeout(error)) return undefined;
    throw error;
  }
}

/** A period that ends at a moment, if not before it. */
function before({ since, until }: Period, moment: Date): Period {
  return { since, until: until && until < moment ? until : moment };
}

/**
 * Judges a filter as an export has it.
 * @returns the filter of the list, and its times
 * @throws DomainError invalid_input with paths under `filter`
 */
export function parseFilter<Schema extends z.ZodObject>(
  { filter: schema, periodFields }: Pick<Definition<Schema, Rows>, 'filter' | 'periodFields'>,
  given: unknown,
): { filter: z.output<Schema>; period: Period } {
  const [from, to] = periodFields;
  const period = z.object({ [from]: momentText.optional(), [to]: momentText.optional() });
  const whole = z.object({ filter: z.strictObject({ ...schema.shape, ...period.shape }, { error: unknownField }) });
  const { filter } = parseInput(whole, { filter: given });
  const { [from]: since, [to]: until } = period.parse(given);
  if (since && until && since >= until) throw invalidInput(issue(`filter.${from}`, issues.beforeOther({ to })));
  // Without the period, the filter fits the list's schema.
  const { [from]: _since, [to]: _until, ...rest } = filter as Record<string, unknown>;
  return { filter: rest as z.output<Schema>, period: { since, until } };
}

function unknownField(issue: { code?: string; keys?: unknown }): { message: string } | undefined {
  if (issue.code === 'unrecognized_keys' && Array.isArray(issue.keys)) {
    return issues.unknownFields({ names: issue.keys.join(', ') })();
  }
  return issue.code === 'invalid_type' ? issues.object() : undefined;
}
