import fc from 'fast-check';
import { resolved, type Schema, validatorOf } from './document.fixture.ts';

const depthMax = 3;
const textLengthMax = 300;
const known = new Set<string>([
  ...['$ref', 'type', 'enum', 'const', 'anyOf', 'minimum', 'maximum', 'exclusiveMinimum', 'minLength', 'maxLength'],
  ...['pattern', 'properties', 'required', 'additionalProperties', 'propertyNames', 'items', 'minItems', 'maxItems'],
  ...['description', 'examples', 'default', 'format'],
]);

/**
 * Values that a JSON schema of the document allows: examples, what its patterns match, and any Unicode within its limits.
 * Members that the schema does not name are added where it allows them.
 * @throws Error for a keyword that this generator does not know
 */
export function valuesOf(schema: Schema, depth = 0): fc.Arbitrary<unknown> {
  const unknown = Object.keys(schema).filter((keyword) => !known.has(keyword));
  if (unknown.length > 0) throw new Error(`no values can be generated for ${unknown.join(', ')}`);
  if (schema.$ref !== undefined) return valuesOf(resolved(schema), depth);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.anyOf)
    return fc.oneof(...schema.anyOf.filter((each) => isFlatEnough(each, depth)).map((each) => valuesOf(each, depth)));
  if (Array.isArray(schema.type)) {
    const { type, ...rest } = schema;
    return fc.oneof(...type.map((one) => valuesOf({ ...rest, type: one }, depth)));
  }
  switch (schema.type) {
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -1_000, max: schema.maximum ?? 1_000 });
    case 'number':
      return numbersOf(schema);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'string':
      return textsOf(schema);
    case 'array':
      return fc.array(valuesOf(schema.items ?? {}, depth + 1), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(3, schema.maxItems ?? 3),
      });
    case 'object':
      return objectsOf(schema, depth);
    default:
      return fc.jsonValue({ maxDepth: depthMax });
  }
}

const isFlatEnough = ({ type }: Schema, depth: number) => depth < depthMax || (type !== 'array' && type !== 'object');

function numbersOf({ minimum, maximum = 1e9, exclusiveMinimum, ...rest }: Schema): fc.Arbitrary<number> {
  const min = minimum ?? exclusiveMinimum ?? -1e9;
  const fits = validatorOf({ ...rest, ...(exclusiveMinimum !== undefined && { exclusiveMinimum }) });
  return fc
    .oneof(fc.integer({ min: Math.ceil(min), max: maximum }), fc.double({ min, max: maximum, noNaN: true }))
    .filter((value) => fits(value));
}

function textsOf(schema: Schema): fc.Arbitrary<string> {
  const { pattern, minLength = 0, maxLength = textLengthMax } = schema;
  const fits = validatorOf(schema);
  const free = fc.oneof(
    fc.string({ unit: 'binary', minLength, maxLength }),
    fc.string({ unit: 'grapheme', minLength, maxLength }),
    fc.string({ unit: fc.constantFrom('😀', 'é', '\u00a0', '\ufeff', ' '), minLength, maxLength }),
  );
  const matching =
    pattern === undefined ? free : fc.stringMatching(new RegExp(pattern, 'u'), { size: 'max', maxLength });
  const examples = (schema.examples ?? []) as string[];
  const longest = fc.constant('x'.repeat(maxLength));
  const isLoose = pattern === undefined || validatorOf({ type: 'string', pattern })('😀 é');
  const all = [
    matching,
    ...(isLoose ? [free, longest] : []),
    ...(examples.length > 0 ? [fc.constantFrom(...examples)] : []),
  ];
  return fc.oneof(...all).filter((text) => fits(text));
}

function objectsOf(schema: Schema, depth: number): fc.Arbitrary<Record<string, unknown>> {
  const required = new Set(schema.required ?? []);
  const members = Object.entries(schema.properties ?? {}).map(
    ([name, member]) => [name, valuesOf(member, depth + 1)] as const,
  );
  const named = fc.record(Object.fromEntries(members), { requiredKeys: [...required] });
  if (schema.additionalProperties === false) return named;
  const value = typeof schema.additionalProperties === 'object' ? schema.additionalProperties : {};
  const names = schema.propertyNames
    ? textsOf({ type: 'string', ...schema.propertyNames, maxLength: 20 })
    : fc.string({ unit: 'binary', maxLength: 20 });
  const others = fc.dictionary(
    names.filter((name) => !(name in (schema.properties ?? {}))),
    valuesOf(value, depth + 1),
    { maxKeys: 3 },
  );
  return fc.tuple(others, named).map(([extra, own]) => ({ ...extra, ...own }));
}
