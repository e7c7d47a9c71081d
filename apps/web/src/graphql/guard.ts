import { complexityFromQuery } from '@pothos/plugin-complexity';
import {
  type ASTVisitor,
  type DocumentNode,
  type GraphQLError,
  type GraphQLSchema,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
  type ValidationContext,
} from 'graphql';
import { refusal } from './errors.ts';
import { countIntrospection } from './introspection.ts';
import { aliasesMax, costMax, countCost, depthMax, directivesMax, fieldsMax, introspectionPerCost } from './limits.ts';

/** The field of a connection that counts its rows. */
const countField = 'totalCount';

/** What a query costs, and the most that it may. */
export type Cost = { requested: number; max: number };

/** A validation rule: a query has a bounded number of aliases and directives. */
export function boundedQuery(context: ValidationContext): ASTVisitor {
  let [aliases, directives] = [0, 0];
  const refuse = (what: string, max: number) =>
    context.reportError(refusal('QUERY_TOO_COMPLEX', `A query may have at most ${max} ${what}.`, { max }));
  return {
    Field({ alias }) {
      if (alias) aliases += 1;
      if (alias && aliases === aliasesMax + 1) refuse('aliases', aliasesMax);
    },
    Directive() {
      directives += 1;
      if (directives === directivesMax + 1) refuse('directives', directivesMax);
    },
  };
}

type Asked = {
  document: DocumentNode;
  operationName?: string | null;
  variables?: Record<string, unknown> | null;
  schema: GraphQLSchema;
  ctx: object;
};

/**
 * Judges a valid query before it runs.
 * @returns its cost, and the error when it costs, nests or selects too much
 */
export function judgeCost(asked: Asked): { cost: Cost; error?: GraphQLError } {
  const { schema, ctx, variables } = asked;
  const document = operationOf(asked);
  const { complexity, depth, breadth } = complexityFromQuery(document, { schema, ctx, variables: variables ?? {} });
  const described = Math.ceil(countIntrospection(document, schema) / introspectionPerCost);
  const requested = complexity + countCost * countsOf(document) + described;
  const cost = { requested, max: costMax };
  if (requested > costMax) {
    const message = `This query costs ${requested}, and may cost ${costMax}. Ask for fewer rows or fewer lists in them.`;
    return { cost, error: refusal('COST_EXCEEDED', message, { cost }) };
  }
  if (depth > depthMax) return { cost, error: tooMuch(`nest fields ${depthMax} deep`, depthMax) };
  if (breadth > fieldsMax) return { cost, error: tooMuch(`select ${fieldsMax} fields`, fieldsMax) };
  return { cost };
}

function tooMuch(what: string, max: number): GraphQLError {
  return refusal('QUERY_TOO_COMPLEX', `A query may ${what} at most.`, { max });
}

/** How many counts a query asks for, fragments included. The plugin would count each once for every row of its page. */
function countsOf({ definitions }: DocumentNode): number {
  const fragments = new Map(
    definitions.flatMap((one) =>
      one.kind === Kind.FRAGMENT_DEFINITION ? [[one.name.value, one.selectionSet] as const] : [],
    ),
  );
  const known = new Map<SelectionSetNode, number>();
  const within = (set: SelectionSetNode | undefined): number => {
    if (!set) return 0;
    const counted = known.get(set) ?? set.selections.reduce((sum, selection) => sum + ofSelection(selection), 0);
    known.set(set, counted);
    return counted;
  };
  const ofSelection = (selection: SelectionNode): number => {
    if (selection.kind === Kind.FRAGMENT_SPREAD) return within(fragments.get(selection.name.value));
    const isCount = selection.kind === Kind.FIELD && selection.name.value === countField;
    return (isCount ? 1 : 0) + within(selection.selectionSet);
  };
  const operation = definitions.find(({ kind }) => kind === Kind.OPERATION_DEFINITION);
  return operation?.kind === Kind.OPERATION_DEFINITION ? within(operation.selectionSet) : 0;
}

/** The operation that runs and the fragments: the plugin would judge the first operation of the document. */
function operationOf({ document, operationName }: Asked): DocumentNode {
  const definitions = document.definitions.filter(
    (definition) =>
      definition.kind !== Kind.OPERATION_DEFINITION || !operationName || definition.name?.value === operationName,
  );
  return { ...document, definitions };
}
