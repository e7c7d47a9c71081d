import { complexityFromQuery } from '@pothos/plugin-complexity';
import { type DocumentNode, type GraphQLError, type GraphQLSchema, Kind } from 'graphql';
import { operationsOf, shapeOf, tooDeep } from './document-shape.ts';
import { refusal } from './errors.ts';
import { introspectionBytes } from './introspection.ts';
import { costMax, countCost, depthMax, introspectionBytesPerCost } from './limits.ts';

/** The cost of a query, and the limit. */
export type Cost = { requested: number; max: number };

type Asked = {
  document: DocumentNode;
  operationName?: string | null;
  variables?: Record<string, unknown> | null;
  schema: GraphQLSchema;
  ctx: object;
};

/**
 * Judges a valid query before it runs.
 * @returns its cost, and the error when it costs or nests too much
 */
export function judgeCost(asked: Asked): { cost: Cost; error?: GraphQLError } {
  const { schema, ctx, variables } = asked;
  const document = operationOf(asked);
  const { complexity, depth } = complexityFromQuery(document, { schema, ctx, variables: variables ?? {} });
  const described = Math.ceil(introspectionBytes(document, schema) / introspectionBytesPerCost);
  const requested = complexity + countCost * countsOf(document) + described;
  const cost = { requested, max: costMax };
  if (requested > costMax) {
    const message = Number.isFinite(requested)
      ? `This query costs ${requested}, and may cost ${costMax}. Ask for fewer rows or fewer lists in them.`
      : 'This query asks for too much of the schema. Ask for fewer fields of its types.';
    return { cost, error: refusal('COST_EXCEEDED', message, { cost }) };
  }
  return depth > depthMax ? { cost, error: tooDeep(depthMax) } : { cost };
}

/** How many counts a query asks for, fragments included. The plugin would count each once for every row of its page. */
function countsOf(document: DocumentNode): number {
  const [operation] = operationsOf(document);
  return operation ? shapeOf(operation, document).counts : 0;
}

/** The operation that runs and the fragments: the plugin would judge the first operation of the document. */
function operationOf({ document, operationName }: Asked): DocumentNode {
  const definitions = document.definitions.filter(
    (definition) =>
      definition.kind !== Kind.OPERATION_DEFINITION || !operationName || definition.name?.value === operationName,
  );
  return { ...document, definitions };
}
