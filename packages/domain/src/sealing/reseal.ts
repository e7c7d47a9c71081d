import { z } from 'zod';
import { audit } from '../audit/index.ts';
import { requireOperator } from '../kernel/authority.ts';
import type { ActorContext, Context } from '../kernel/context.ts';
import type { Place } from '../ports/ports.ts';
import { type SealedColumn, sealedColumns } from './places.ts';
import { countTexts, findOld, replaceContent, sealedPrefix } from './sealed-statements.ts';

/** Rows that are read at once. */
const batchMax = 200;

/** No key has this id, so texts of all keys are found. */
const noKey = 'none';

/** So many texts of a column are sealed for one key. */
export type SealedCount = Pick<SealedColumn, 'table' | 'column' | 'by'> & {
  /** Empty for a text under the dashboard's NEXTAUTH_SECRET. */
  keyId: string;
  /** Whether they are bound to their row. */
  isBound: boolean;
  count: number;
};

/** Counts the sealed texts of each column by key. It needs no key. */
export async function countSealed({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<SealedCount[]> {
  const counts: SealedCount[] = [];
  for (const column of sealedColumns) {
    const { table, column: name, by } = column;
    for (const { version, keyId, count } of await countTexts(db.pool, column, clock.now())) {
      counts.push({ table, column: name, by, keyId, isBound: version === 'v2', count });
    }
  }
  return counts;
}

/** Seals texts again. */
export type Sealer = {
  by: SealedColumn['by'];
  /** The key that everything is to be sealed for. */
  keyId: string;
  /** Opens a text and seals it for the same place. Throws Error when it cannot be opened. */
  anew(sealed: string, place: Place): string;
};

/** The result for a column. */
export type Resealed = Pick<SealedColumn, 'table' | 'column'> & {
  resealed: number;
  /** Rows that were changed meanwhile and keep the new value. */
  overtaken: number;
  /** Rows that do not change, because their text cannot be opened. */
  failed: { row: string; reason: string }[];
};

/**
 * Seals every text again that is not sealed for the sealer's key or not bound to its row, without downtime. It may be
 * stopped and started again at any time. A row that changes meanwhile keeps the new value.
 * @param report gets the state of a column after each batch
 */
export async function reseal(
  ctx: ActorContext,
  sealer: Sealer,
  report: (state: Resealed) => void,
): Promise<Resealed[]> {
  requireOperator(ctx);
  const results: Resealed[] = [];
  for (const column of sealedColumns.filter(({ by }) => by === sealer.by)) {
    results.push(await resealColumn(ctx, sealer, column, report));
  }
  const total = results.reduce((sum, { resealed }) => sum + resealed, 0);
  if (total > 0) {
    const detail = {
      resealed: total,
      columns: results.filter(({ resealed }) => resealed > 0).map(({ column }) => column),
    };
    const entry = { actor: ctx.actor, action: 'secrets.resealed', subjectId: sealer.keyId, detail };
    await audit(ctx.db.prisma, { ...entry, at: ctx.clock.now() });
  }
  return results;
}

/** What could be opened of a column. */
export type Opened = Pick<SealedColumn, 'table' | 'column'> & { opened: number; failed: Resealed['failed'] };

/** Opens every sealed text and changes nothing: for a restored database, whether the keys that were kept fit. */
export async function openAll(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  by: SealedColumn['by'],
  open: (sealed: string, place: Place) => string,
): Promise<Opened[]> {
  const anew = (sealed: string, place: Place) => {
    open(sealed, place);
    return sealed;
  };
  const results: Opened[] = [];
  for (const column of sealedColumns.filter((one) => one.by === by)) {
    const state: Opened = { table: column.table, column: column.column, opened: 0, failed: [] };
    for (let after: string[] | null = null; ; ) {
      const batch = await findOld(db.pool, column, { keyId: noKey, after, limit: batchMax });
      for (const cell of batch) {
        const content = contentAnew({ by, keyId: noKey, anew }, column, cell, clock.now());
        if ('reason' in content) state.failed.push({ row: cell.at[0], reason: content.reason });
        else state.opened += 1;
      }
      const last = batch.at(-1);
      if (!last || batch.length < batchMax) break;
      after = last.at;
    }
    results.push(state);
  }
  return results;
}

async function resealColumn(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  sealer: Sealer,
  column: SealedColumn,
  report: (state: Resealed) => void,
): Promise<Resealed> {
  const state: Resealed = { table: column.table, column: column.column, resealed: 0, overtaken: 0, failed: [] };
  for (let after: string[] | null = null; ; ) {
    const batch = await findOld(db.pool, column, { keyId: sealer.keyId, after, limit: batchMax });
    for (const cell of batch) {
      const content = contentAnew(sealer, column, cell, clock.now());
      if ('reason' in content) state.failed.push({ row: cell.at[0], reason: content.reason });
      else if (await replaceContent(db.pool, column, cell, content.to)) state.resealed += 1;
      else state.overtaken += 1;
    }
    if (batch.length > 0) report(state);
    const last = batch.at(-1);
    if (!last || batch.length < batchMax) return state;
    after = last.at;
  }
}

const list = z.array(z.object({ sealed: z.string(), expiresAt: z.string() }));

function contentAnew(
  sealer: Sealer,
  { table, column, listOf }: SealedColumn,
  cell: { at: Place['row']; content: string },
  now: Date,
): { to: string } | { reason: string } {
  const place = { table, column: listOf ?? column, row: cell.at };
  const anew = (sealed: string) =>
    sealed.startsWith(sealedPrefix(sealer.keyId)) ? sealed : sealer.anew(sealed, place);
  try {
    if (!listOf) return { to: anew(cell.content) };
    // A secret that has expired is of no use to anybody.
    const live = list.parse(JSON.parse(cell.content)).filter(({ expiresAt }) => new Date(expiresAt) > now);
    return { to: JSON.stringify(live.map(({ sealed, expiresAt }) => ({ sealed: anew(sealed), expiresAt }))) };
  } catch (error) {
    return { reason: error instanceof Error ? error.message : String(error) };
  }
}
