import {
  type DocumentNode,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import { fragmentsOf, operationsOf } from './document-shape.ts';

const roots = new Set(['__schema', '__type']);

/** How many members each list of the schema's description has: all of a list that is there once, else the average. */
function sizesOf(schema: GraphQLSchema): Map<string, number> {
  const types = Object.values(schema.getTypeMap());
  const average = (counts: number[]) => Math.ceil(counts.reduce((sum, count) => sum + count, 0) / (counts.length || 1));
  const fielded = types.filter((type) => isObjectType(type) || isInterfaceType(type));
  const fields = fielded.flatMap((type) => Object.values(type.getFields()));
  return new Map([
    ['types', types.length],
    ['directives', schema.getDirectives().length],
    ['fields', average(fielded.map((type) => Object.keys(type.getFields()).length))],
    ['args', average(fields.map(({ args }) => args.length))],
    ['inputFields', average(types.filter(isInputObjectType).map((type) => Object.keys(type.getFields()).length))],
    ['enumValues', average(types.filter(isEnumType).map((type) => type.getValues().length))],
    ['interfaces', average(fielded.map((type) => type.getInterfaces().length))],
    ['possibleTypes', average(types.filter(isInterfaceType).map((type) => schema.getPossibleTypes(type).length))],
  ]);
}

/**
 * Estimates how many members the answer to a query has that describe the schema: the cost plugin does not count them.
 * Pure.
 */
export function countIntrospection(document: DocumentNode, schema: GraphQLSchema): number {
  const fragments = fragmentsOf(document);
  const sizes = sizesOf(schema);
  const [outside, inside] = [new Map<SelectionSetNode, number>(), new Map<SelectionSetNode, number>()];
  const within = (set: SelectionSetNode | undefined, isInside: boolean): number => {
    if (!set) return 0;
    const known = isInside ? inside : outside;
    const counted =
      known.get(set) ?? set.selections.reduce((sum, selection) => sum + ofSelection(selection, isInside), 0);
    known.set(set, counted);
    return counted;
  };
  const ofSelection = (selection: SelectionNode, isInside: boolean): number => {
    if (selection.kind === Kind.FRAGMENT_SPREAD) {
      return within(fragments.get(selection.name.value)?.selectionSet, isInside);
    }
    if (selection.kind === Kind.INLINE_FRAGMENT) return within(selection.selectionSet, isInside);
    const { name, selectionSet } = selection;
    if (!isInside) return roots.has(name.value) ? within(selectionSet, true) : 0;
    return 1 + (sizes.get(name.value) ?? 1) * within(selectionSet, true);
  };
  const [operation] = operationsOf(document);
  return operation ? within(operation.selectionSet, false) : 0;
}
