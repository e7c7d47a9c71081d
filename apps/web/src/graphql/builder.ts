import SchemaBuilder from '@pothos/core';
import ComplexityPlugin from '@pothos/plugin-complexity';
import PrismaPlugin from '@pothos/plugin-prisma';
import RelayPlugin from '@pothos/plugin-relay';
import ScopeAuthPlugin from '@pothos/plugin-scope-auth';
import { getDatamodel, type PrismaTypes } from '@tillgate/db/pothos';
import type { Permission } from '@tillgate/domain';
import { mayRead, reportPageMax } from '@tillgate/domain/reading/reach';
import { getNamedType, getNullableType, isLeafType, isListType } from 'graphql';
import type { GraphqlContext } from './context.ts';
import { denied, noApplication, refusal } from './errors.ts';
import { readNodes } from './rows.ts';

/** A type with its own rows and a UUID. */
const globalId =
  /^(Payment|PaymentLink|Disbursement|Inquiry|Delivery|Event|Balance|StatementLine|Exception):([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** How many objects a list that says nothing of it counts as. */
const listCost = 10;

export type Types = {
  Context: GraphqlContext;
  PrismaTypes: PrismaTypes;
  DefaultFieldNullability: false;
  DefaultEdgesNullability: { list: false; items: false };
  DefaultNodeNullability: false;
  AuthScopes: {
    /** The caller reads the application at all. */
    reaches: string;
    /** The caller may read this of the application. */
    reads: [permission: Permission, applicationId: string];
  };
  Scalars: {
    DateTime: { Input: string; Output: Date };
    Date: { Input: string; Output: string };
    Money: { Input: never; Output: bigint | string };
    JSON: { Input: never; Output: unknown };
    ID: { Input: string; Output: string };
  };
};

export const builder = new SchemaBuilder<Types>({
  plugins: [ScopeAuthPlugin, PrismaPlugin, RelayPlugin, ComplexityPlugin],
  defaultFieldNullability: false,
  prisma: { client: ({ db }) => db.prisma, dmmf: getDatamodel() },
  scopeAuth: {
    authScopes: ({ reach }) => ({
      reaches: (applicationId) => reach.has(applicationId),
      reads: ([permission, applicationId]) => {
        if (mayRead(reach, permission, applicationId)) return true;
        throw denied(permission);
      },
    }),
    unauthorizedError: noApplication,
  },
  complexity: {
    // A query costs about as many as its answer can hold objects; their plain fields come with them.
    fieldComplexity: (_args, _ctx, { type }) => {
      if (isLeafType(getNamedType(type))) return 0;
      return isListType(getNullableType(type)) ? { field: 0, multiplier: listCost } : 1;
    },
  },
  relay: {
    cursorType: 'String',
    edgesFieldOptions: {
      nullable: { list: false, items: false },
      description: 'The rows of the page, newest first, each with its cursor.',
      complexity: { field: 1, multiplier: 1 },
    },
    nodeFieldOptions: { nullable: false, description: 'The row.', complexity: 1 },
    cursorFieldOptions: { description: 'The cursor of the row. Pass it as `after` or `before`.' },
    pageInfoFieldOptions: { description: 'Whether there are more pages, and their cursors.', complexity: 0 },
    pageInfoTypeOptions: { name: 'PageInfo', description: 'Whether there are more pages, and their cursors.' },
    hasNextPageFieldOptions: { description: 'True if there are older rows. Get them with `after: endCursor`.' },
    hasPreviousPageFieldOptions: {
      description: 'True if there are newer rows. Get them with `before: startCursor`.',
    },
    startCursorFieldOptions: {
      description: 'The cursor to pass as `before` for newer rows. Null on an empty page that has none.',
    },
    endCursorFieldOptions: {
      description: 'The cursor to pass as `after` for older rows. Null on an empty page that has none.',
    },
    firstArgOptions: { description: 'How many of the newest rows, or of those after `after`: 1 to 100. Default: 50.' },
    lastArgOptions: { description: 'How many of the oldest rows, or of those before `before`: 1 to 100.' },
    afterArgOptions: { description: 'A cursor. The page starts with the next older row.' },
    beforeArgOptions: { description: 'A cursor. The page ends with the next newer row. Requires `last`.' },
    idFieldOptions: { description: 'The global ID of the object, for `node`.' },
    nodeTypeOptions: { name: 'Node', description: 'An object that `node` can fetch by its global ID.' },
    nodeQueryOptions: {
      description: 'Fetches one object by its global ID. Null if it does not exist or you cannot read it.',
      args: { id: { description: 'The global ID of the object.' } },
    },
    nodesQueryOptions: {
      description:
        'Fetches up to 100 objects by their global IDs. Null for each that does not exist or that you cannot read.',
      args: { ids: { description: 'The global IDs of the objects.' } },
      complexity: ({ ids }) => ({ field: 1, multiplier: ids.length }),
      resolve: (_root, { ids }, ctx, info) => {
        if (ids.length > reportPageMax) throw refusal('BAD_ID', `At most ${reportPageMax} rows can be read at once.`);
        return readNodes(ids, ctx, info);
      },
    },
    brandLoadedObjects: true,
    encodeGlobalID: (type, id) => Buffer.from(`${type}:${id}`).toString('base64url'),
    decodeGlobalID: (text) => {
      const [, typename, id] = globalId.exec(Buffer.from(text, 'base64url').toString()) ?? [];
      if (!typename || !id) throw refusal('BAD_ID', 'This is not the id of a row.');
      return { typename, id };
    },
  },
});

/**
 * The options of a field that needs a permission of the application that its row belongs to. Without
 * it, the field is null beside an error.
 */
export function reads(permission: Permission) {
  return {
    nullable: true as const,
    authScopes: (row: { applicationId: string }) => ({
      reads: [permission, row.applicationId] as [Permission, string],
    }),
    extensions: { permission },
  };
}

/** The options of a type whose rows belong to applications. Only callers with access read their fields. */
export const ofApplication = {
  authScopes: (row: { applicationId: string }) => ({ reaches: row.applicationId }),
};
