/** The parts of a JSON Schema that {@link describeEvents} uses. */
type Schema = {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  description?: string;
  format?: string;
  $defs?: Record<string, Schema>;
};

export type EventField = {
  /** `data.decoded.code`; members of a list have `[]`. */
  path: string;
  /** `string`, `integer | null`, `"success"`. */
  type: string;
  description: string | undefined;
  isOptional: boolean;
};

/** References to schemas in schemas: none is deeper than that. */
const depthMax = 6;

/** The members of an event's body, in their order, those of objects behind them. */
export function fieldsOf(schema: Record<string, unknown>): EventField[] {
  const root = schema as Schema;
  return membersOf(root, resolve(root, root), '', 0);
}

function membersOf(root: Schema, at: Schema, above: string, depth: number): EventField[] {
  if (depth > depthMax) return [];
  return Object.entries(at.properties ?? {}).flatMap(([name, member]) => {
    const path = above + name;
    const whole = resolve(root, member);
    const field = {
      path,
      type: typeOf(root, member),
      description: member.description ?? whole.description,
      isOptional: !at.required?.includes(name),
    };
    const parts = [whole, ...(whole.anyOf ?? []).map((part) => resolve(root, part))];
    const inside = parts.flatMap((part) => [
      ...membersOf(root, part, `${path}.`, depth + 1),
      ...(part.items ? membersOf(root, resolve(root, part.items), `${path}[].`, depth + 1) : []),
    ]);
    return [field, ...inside];
  });
}

/** Resolves a reference. */
function resolve(root: Schema, schema: Schema): Schema {
  const name = schema.$ref?.replace(/^#\/\$defs\//, '');
  const found = name === undefined ? undefined : root.$defs?.[name];
  return found ? resolve(root, found) : schema;
}

function typeOf(root: Schema, schema: Schema): string {
  const { const: only, enum: some, anyOf, items, type, format } = resolve(root, schema);
  if (only !== undefined) return JSON.stringify(only);
  if (some) return some.map((value) => JSON.stringify(value)).join(' | ');
  if (anyOf) return [...new Set(anyOf.map((part) => typeOf(root, part)))].join(' | ');
  if (items) return `${typeOf(root, items)}[]`;
  if (format === 'uuid' && type === 'string') return 'uuid';
  return Array.isArray(type) ? type.join(' | ') : (type ?? 'any');
}

/** The name of the text about a type of event: a dot in a name would be a step into the texts. */
export function textKey(type: string): string {
  return type.replaceAll('.', '_');
}
