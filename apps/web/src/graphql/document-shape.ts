import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLError,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
  visit,
} from 'graphql';
import { refusal } from './errors.ts';
import { aliasesMax, comparisonsMax, directivesMax, fieldsMax, nestingMax, spreadsMax } from './limits.ts';

/** The field of a connection that counts its rows. */
const countField = 'totalCount';

/** The fields of a root that describe the schema. */
export const introspectionFields = new Set(['__schema', '__type']);

/** The size of an operation, with each fragment counted at every spread. */
export type Shape = {
  /** A spread counts as a field, too. */
  fields: number;
  /** How deep fields stand within fields. */
  nesting: number;
  /** Counts of rows. */
  counts: number;
  /** Descriptions of the schema. */
  descriptions: number;
};

const none: Shape = { fields: 0, nesting: 0, counts: 0, descriptions: 0 };

/** The fragments of a document by name. */
export function fragmentsOf({ definitions }: DocumentNode): Map<string, FragmentDefinitionNode> {
  return new Map(
    definitions.flatMap((one) => (one.kind === Kind.FRAGMENT_DEFINITION ? [[one.name.value, one] as const] : [])),
  );
}

/** The operations of a document. */
export function operationsOf({ definitions }: DocumentNode): OperationDefinitionNode[] {
  return definitions.filter((one) => one.kind === Kind.OPERATION_DEFINITION);
}

/** Measures an operation, and walks each fragment once. A circle of fragments, which validation refuses, ends. Pure. */
export function shapeOf({ selectionSet }: OperationDefinitionNode, document: DocumentNode): Shape {
  const fragments = fragmentsOf(document);
  const known = new Map<SelectionSetNode, Shape>();
  const within = (set: SelectionSetNode | undefined): Shape => {
    if (!set) return none;
    const found = known.get(set);
    if (found) return found;
    known.set(set, none);
    const shape = set.selections.map(ofSelection).reduce(
      (sum, each) => ({
        fields: sum.fields + each.fields,
        nesting: Math.max(sum.nesting, each.nesting),
        counts: sum.counts + each.counts,
        descriptions: sum.descriptions + each.descriptions,
      }),
      none,
    );
    known.set(set, shape);
    return shape;
  };
  const ofSelection = (selection: SelectionNode): Shape => {
    if (selection.kind === Kind.FIELD) return ofField(selection);
    const inner = within(
      selection.kind === Kind.INLINE_FRAGMENT
        ? selection.selectionSet
        : fragments.get(selection.name.value)?.selectionSet,
    );
    return { ...inner, fields: inner.fields + 1 };
  };
  const ofField = ({ name, selectionSet: set }: FieldNode): Shape => {
    const inner = within(set);
    return {
      fields: inner.fields + 1,
      nesting: inner.nesting + 1,
      counts: inner.counts + (name.value === countField ? 1 : 0),
      descriptions: inner.descriptions + (introspectionFields.has(name.value) ? 1 : 0),
    };
  };
  return within(selectionSet);
}

/**
 * Judges a document before it is validated: some rules of validation compare all fields of one name with each other,
 * or follow each spread anew. Pure.
 * @returns the refusal of a document that has too much of anything
 */
export function judgeDocument(document: DocumentNode): GraphQLError | undefined {
  let [aliases, directives, spreads, nesting, nestingMost] = [0, 0, 0, 0, 0];
  const named = new Map<string, number>();
  visit(document, {
    Field({ name, alias }) {
      if (alias) aliases += 1;
      const shown = (alias ?? name).value;
      named.set(shown, (named.get(shown) ?? 0) + 1);
    },
    Directive() {
      directives += 1;
    },
    FragmentSpread() {
      spreads += 1;
    },
    SelectionSet: {
      enter() {
        nesting += 1;
        nestingMost = Math.max(nestingMost, nesting);
      },
      leave() {
        nesting -= 1;
      },
    },
  });
  const comparisons = [...named.values()].reduce((sum, count) => sum + count * count, 0);
  if (aliases > aliasesMax) return tooMany('aliases', aliasesMax);
  if (directives > directivesMax) return tooMany('directives', directivesMax);
  if (spreads > spreadsMax) return tooMany('spreads of fragments', spreadsMax);
  if (nestingMost > nestingMax) return tooDeep(nestingMax);
  if (comparisons > comparisonsMax) return tooRepetitive();
  const shapes = operationsOf(document).map((operation) => shapeOf(operation, document));
  if (shapes.some(({ fields }) => fields > fieldsMax)) return tooMany('fields, fragments included', fieldsMax);
  if (shapes.some(({ descriptions }) => descriptions > 1)) {
    return refusal('QUERY_TOO_COMPLEX', 'A query may ask once for __schema or __type.', { max: 1 });
  }
  return shapes.some((shape) => shape.nesting > nestingMax) ? tooDeep(nestingMax) : undefined;
}

const tooMany = (what: string, max: number) =>
  refusal('QUERY_TOO_COMPLEX', `A query may have at most ${max} ${what}.`, { max });

/** The refusal of a query that nests fields deeper than `max`. */
export function tooDeep(max: number): GraphQLError {
  return refusal('QUERY_TOO_COMPLEX', `A query may nest fields ${max} deep at most.`, { max });
}

/** The refusal of a query whose fields the engine would compare with each other for too long. */
export function tooRepetitive(): GraphQLError {
  const message =
    'This query repeats too many fields, or has too many errors. Ask for each field once, and use fewer fragments.';
  return refusal('QUERY_TOO_COMPLEX', message);
}
