import {
  type DocumentNode,
  type FieldNode,
  type GraphQLNamedType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  isObjectType,
  Kind,
  print,
  SchemaMetaFieldDef,
  type SelectionSetNode,
  TypeMetaFieldDef,
} from 'graphql';
import { fragmentsOf, introspectionFields, operationsOf } from './document-shape.ts';
import { introspectionStepsMax } from './limits.ts';

/** Signs around a member or a value: quotation marks, a colon and a comma. */
const signBytes = 4;

/**
 * Measures the part of an answer that describes the schema: the cost plugin does not count it. Each set of fields is
 * looked at once for each part of the schema. Pure.
 * @returns bytes, or infinity for what would take too many steps
 */
export function introspectionBytes(document: DocumentNode, schema: GraphQLSchema): number {
  const fragments = fragmentsOf(document);
  const known = new Map<SelectionSetNode, Map<unknown, number>>();
  let steps = 0;

  const ofFields = (set: SelectionSetNode, source: unknown, type: GraphQLNamedType): number => {
    const found = known.get(set)?.get(source);
    if (found !== undefined) return found;
    let bytes = 0;
    for (const selection of set.selections) {
      if (steps > introspectionStepsMax) return Number.POSITIVE_INFINITY;
      if (selection.kind === Kind.FIELD) bytes += ofField(selection, source, type);
      else {
        const fragment = selection.kind === Kind.INLINE_FRAGMENT ? selection : fragments.get(selection.name.value);
        if (fragment) bytes += ofFields(fragment.selectionSet, source, type);
      }
    }
    known.set(set, (known.get(set) ?? new Map()).set(source, bytes));
    return bytes;
  };
  const ofField = ({ name, alias, selectionSet }: FieldNode, source: unknown, type: GraphQLNamedType): number => {
    steps += 1;
    const member = (alias ?? name).value.length + signBytes;
    const field = isObjectType(type) ? type.getFields()[name.value] : undefined;
    // `__typename`
    if (!field) return member + type.name.length + signBytes;
    // Its own resolvers need the schema and nothing else.
    const info = { schema } as GraphQLResolveInfo;
    const value: unknown = field.resolve?.(source, { includeDeprecated: true }, undefined, info);
    return member + ofValue(value, getNamedType(field.type), selectionSet);
  };
  const ofValue = (value: unknown, type: GraphQLNamedType, set: SelectionSetNode | undefined): number => {
    if (Array.isArray(value)) return value.reduce((sum, one) => sum + ofValue(one, type, set), signBytes);
    if (value === null || value === undefined || !set || !isCompositeType(type)) {
      return signBytes + (JSON.stringify(value)?.length ?? 0);
    }
    return signBytes + ofFields(set, value, type);
  };

  const fromRoot = (set: SelectionSetNode): number =>
    set.selections.reduce((sum, selection) => {
      if (selection.kind === Kind.FRAGMENT_SPREAD) {
        const fragment = fragments.get(selection.name.value);
        return sum + (fragment ? fromRoot(fragment.selectionSet) : 0);
      }
      if (selection.kind === Kind.INLINE_FRAGMENT) return sum + fromRoot(selection.selectionSet);
      const { name, selectionSet } = selection;
      if (!selectionSet || !introspectionFields.has(name.value)) return sum;
      if (name.value === SchemaMetaFieldDef.name) {
        return sum + ofValue(schema, getNamedType(SchemaMetaFieldDef.type), selectionSet);
      }
      // Whichever type it names.
      const one = getNamedType(TypeMetaFieldDef.type);
      return sum + Math.max(...Object.values(schema.getTypeMap()).map((type) => ofValue(type, one, selectionSet)));
    }, 0);
  const [operation] = operationsOf(document);
  return operation ? fromRoot(operation.selectionSet) : 0;
}

/**
 * The text of a query that asks for nothing but the description of the schema, written in one way. Its answer is always
 * the same. Undefined for every other query.
 */
export function descriptionKey(document: DocumentNode): string | undefined {
  const [operation, second] = operationsOf(document);
  if (!operation || second || operation.variableDefinitions?.length) return undefined;
  const { selections } = operation.selectionSet;
  const isDescription = selections.every((one) => one.kind === Kind.FIELD && introspectionFields.has(one.name.value));
  return isDescription ? print(document) : undefined;
}
