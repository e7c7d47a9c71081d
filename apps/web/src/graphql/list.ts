import type { InputObjectRef, ObjectRef } from '@pothos/core';
import type { Environment } from '@tillgate/db';
import type { Permission, WithAuthority } from '@tillgate/domain';
import { maskPhonesIn } from '@tillgate/domain/reading/payments';
import { type ReportList, spanApplicationsMax, spanOf } from '@tillgate/domain/reading/reach';
import type { GraphQLResolveInfo } from 'graphql';
import { builder } from './builder.ts';
import type { GraphqlContext } from './context.ts';
import { denied, noApplication, refusal } from './errors.ts';
import { type ReadRows, selected } from './rows.ts';
import { type Count, CountRef } from './types/count.ts';

/** The arguments of a list of {@link Row}. */
type Place = {
  first?: number | null;
  last?: number | null;
  after?: string | null;
  before?: string | null;
};
type Where = { applicationId?: string | null; environment: Environment };
type Page = {
  rows: { cursor: string; id: string }[];
  hasNextPage: boolean;
  hasPreviousPage: boolean;
  startCursor: string | null;
  endCursor: string | null;
  lookedBackTo: Date | null;
};

/** Default number of rows of a page. */
const pageDefault = 50;

export const environmentRef = builder.enumType('Environment', {
  description: "The environment of an application's data.",
  values: {
    sandbox: { description: 'Simulated money. Nothing settles.' },
    production: { description: 'Real money.' },
  } as const,
});

/** The arguments of every list that select its source. */
export const whereArgs = builder.args((t) => ({
  environment: t.field({
    type: environmentRef,
    required: true,
    description: 'The environment to read from.',
  }),
  applicationId: t.id({
    description: 'The application to read from. Default: all applications that you can read.',
  }),
}));

/**
 * The applications that a list reads: the one place that decides whose rows a list may hold.
 * @throws GraphQLError FORBIDDEN naming the permission, NOT_FOUND, BAD_FILTER
 */
export function demandSpan({ reach }: Pick<GraphqlContext, 'reach'>, permission: Permission, where: Where) {
  const answer = spanOf(reach, permission, where);
  if (answer.kind === 'denied') throw denied(permission);
  if (answer.kind === 'missing') throw noApplication();
  if (answer.span.applicationIds.length > spanApplicationsMax) {
    throw refusal('BAD_FILTER', `You may read more than ${spanApplicationsMax} applications. Pass one applicationId.`);
  }
  return answer.span;
}

/**
 * Refuses to find rows by a phone number for callers who see it masked: a few hundred queries would reveal the rest. The
 * number may stand in any text of a filter.
 * @throws GraphQLError FORBIDDEN
 */
export function demandNoPhone(
  { mayFindByPhone }: Pick<GraphqlContext, 'mayFindByPhone'>,
  filter: object | null | undefined,
): void {
  const isPhone = Object.entries(filter ?? {}).some(
    ([name, value]) => typeof value === 'string' && (name === 'phone' ? value !== '' : maskPhonesIn(value) !== value),
  );
  if (mayFindByPhone || !isPhone) return;
  throw refusal(
    'FORBIDDEN',
    'A reporting token cannot find rows by a phone number, which they show masked. Find them by receipt, or in the dashboard.',
  );
}

/**
 * Whose sums a report has, as the reports of the domain take it.
 * @throws GraphQLError FORBIDDEN naming the permission, NOT_FOUND, BAD_FILTER
 */
export function demandScope(ctx: Pick<GraphqlContext, 'reach' | 'db' | 'clock'>, where: Where) {
  const { db, clock } = ctx;
  const span = demandSpan(ctx, 'reports.read', where);
  // The span holds only applications in which the caller has this permission.
  const authority: WithAuthority['authority'] = { of: 'person', permissions: new Set(['reports.read']) };
  return [{ db, clock, authority }, span] as const;
}

/** The page in a list's arguments. */
export function pageOf({ first, last, after, before }: Place) {
  return { first, last, after, before };
}

type SchemaTypes = typeof builder extends PothosSchemaTypes.SchemaBuilder<infer Schema> ? Schema : never;
type Row = { id: string };
type ListField = {
  /** The name of the field. */
  name: string;
  type: ObjectRef<SchemaTypes, Row>;
  /** What its type is called in the names of the connection and the edge. */
  typeName: string;
  description: string;
  permission: Permission;
  filter: InputObjectRef<SchemaTypes, object>;
  filterDescription?: string;
  /** What its rows are called: one, and many. */
  words: { one: string; many: string };
  list: ReportList;
  /** Reads the rows that the caller may read. */
  read: ReadRows<never, Row>;
};

/** Adds the root field of a list: pages of its rows as Relay has them, with what the query selected of each. */
export function addList(field: ListField): void {
  const { name, type, typeName, description, permission, filter, list, read, words } = field;
  const { filterDescription = `Filters the ${words.many}. Default: all.` } = field;
  builder.queryField(name, (t) =>
    t.connection(
      {
        ...listOptions(permission),
        type,
        description,
        args: { ...whereArgs, filter: t.arg({ type: filter, description: filterDescription }) },
        resolve: async (_root, args, ctx, info) => {
          const span = demandSpan(ctx, permission, args);
          demandNoPhone(ctx, args.filter);
          const page = await list.page(ctx, span, { filter: args.filter, page: pageOf(args) });
          const count = () => list.count(ctx, span, args.filter);
          return connectionOf(ctx, info, { page, read, count });
        },
      },
      {
        name: `${typeName}Connection`,
        description: `A page of ${words.many}.`,
        fields: (fields) => ({
          totalCount: fields.field({ ...countOptions, resolve: ({ count }) => count() }),
          lookedBackTo: fields.expose('lookedBackTo', lookedBackOptions),
        }),
      },
      { name: `${typeName}Edge`, description: `${words.one} and its cursor.` },
    ),
  );
}

type Loading<Select, Row> = { page: Page; read: ReadRows<Select, Row>; count: () => Promise<Count> };

/**
 * A page of the domain as Relay has it, with what the query selected of its rows.
 * @param loading `read` reads the rows that the caller may read; `count` counts the rows of all pages; it is called when that is asked for
 */
async function connectionOf<Select, Row extends { id: string }>(
  ctx: GraphqlContext,
  info: GraphQLResolveInfo,
  { page, read, count }: Loading<Select, Row>,
) {
  const { rows, lookedBackTo, ...pageInfo } = page;
  const query = selected<Select>(ctx, info, ['edges', 'node']);
  const isAsked = Object.keys(query).length > 0 && rows.length > 0;
  const found = new Map(
    (isAsked ? await read({ query, ids: rows.map(({ id }) => id) }, ctx) : []).map((row) => [row.id, row]),
  );
  const edges = rows.flatMap(({ cursor, id }) => {
    const node = found.get(id);
    // A row that is gone by now is left out.
    return node || !isAsked ? [{ cursor, node: node as Row }] : [];
  });
  return { edges, pageInfo, lookedBackTo, count };
}

/** The options of `totalCount` and `lookedBackTo`, which every connection has. */
export const countOptions = {
  type: CountRef,
  nullable: true,
  description:
    'The number of rows that match the filter, up to 10,000. Rows are counted only if you select this field.',
  // The guard adds the cost of counts: it does not grow with the page.
  complexity: 0,
} as const;
const lookedBackOptions = {
  type: 'DateTime',
  nullable: true,
  description:
    'Set if the page is short because few of many rows match the filter: the search stopped at this time. Continue with `endCursor`.',
} as const;

/** The options of the root field of a list. */
export function listOptions(permission: Permission) {
  return {
    nullable: true as const,
    extensions: { permission },
    complexity: ({ first, last }: Place) => ({ field: 1, multiplier: Math.max(first ?? last ?? pageDefault, 1) }),
  };
}
