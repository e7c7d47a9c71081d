import { brandWithType } from '@pothos/core';
import { queryFromInfo } from '@pothos/plugin-prisma';
import DataLoader from 'dataloader';
import type { GraphQLResolveInfo } from 'graphql';
import type { GraphqlContext } from './context.ts';

/**
 * What a query selected of the rows of a field, for Prisma; empty when it selected none.
 * @typeParam Select what the type of the rows selects of each of them, whatever is asked for
 */
export function selected<Select>(context: GraphqlContext, info: GraphQLResolveInfo, path: string[] = []) {
  return queryFromInfo({ context, info, path }) as { select: Select };
}

/** Reads rows by their ids, with the selected fields. */
export type ReadRows<Select, Row> = (
  wanted: { ids: string[]; query: { select: Select } },
  ctx: GraphqlContext,
) => Promise<Row[]>;

/** The readers of the types that have an id over all types, by the name of the type. `types/refs.ts` fills them in. */
export const nodeReaders: Record<string, ReadRows<never, { id: string }>> = {};

/** The row of each id, or null: one call for each type among them. */
export async function readNodes(
  ids: readonly { id: string; typename: string }[],
  ctx: GraphqlContext,
  info: GraphQLResolveInfo,
): Promise<(object | null)[]> {
  const names = [...new Set(ids.map(({ typename }) => typename))];
  const found = await Promise.all(
    names.map(async (typeName) => {
      const query = queryFromInfo({ context: ctx, info, typeName }) as { select: never };
      const wanted = { ids: ids.flatMap(({ id, typename }) => (typename === typeName ? [id] : [])), query };
      const rows = (await nodeReaders[typeName]?.(wanted, ctx)) ?? [];
      return rows.map((row) => {
        brandWithType(row, typeName as never);
        return [`${typeName}:${row.id}`, row] as const;
      });
    }),
  );
  const rows = new Map(found.flat());
  return ids.map(({ id, typename }) => rows.get(`${typename}:${id}`) ?? null);
}

/** Rows in the order of their ids; one that is gone by now is left out. */
export function inOrder<Row extends { id: string }>(ids: readonly string[], rows: readonly Row[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/**
 * Loads a value of many parents with one call.
 * @param key names the batch: the `fieldNodes` of a field, which parents of one list share, or an object of its own for a
 *   value that several fields need
 * @param load gets every parent whose value is asked for
 */
export function batched<Parent extends { id: string }, Value>(
  { batches }: GraphqlContext,
  key: object,
  parent: Parent,
  load: (parents: readonly Parent[]) => Promise<(parent: Parent) => Value>,
): Promise<Value> {
  let loader = batches.get(key) as DataLoader<Parent, Value, string> | undefined;
  if (!loader) {
    loader = new DataLoader(async (parents) => parents.map(await load(parents)), { cacheKeyFn: ({ id }) => id });
    batches.set(key, loader);
  }
  return loader.load(parent);
}

/** What belongs to each of many parents. */
type Belonging<Parent, Select, Row> = {
  /** The ids of the rows of each parent, in order, by the id of the parent. */
  list: (parents: readonly Parent[]) => Promise<ReadonlyMap<string, readonly string[]>>;
  /** Reads rows by their ids with what the query selected, those that the caller may read. */
  read: ReadRows<Select, Row>;
};

/** Loads the rows of a field for all parents of a list with one call. Makes no call when no parent has any. */
export function rowsOf<Parent extends { id: string }, Select, Row extends { id: string }>(
  ctx: GraphqlContext,
  info: GraphQLResolveInfo,
  parent: Parent,
  { list, read }: Belonging<Parent, Select, Row>,
): Promise<Row[]> {
  return batched(ctx, info.fieldNodes, parent, async (parents) => {
    const ids = await list(parents);
    const all = [...ids.values()].flat();
    const rows = all.length === 0 ? [] : await read({ ids: all, query: selected<Select>(ctx, info) }, ctx);
    return ({ id }) => inOrder(ids.get(id) ?? [], rows);
  });
}
