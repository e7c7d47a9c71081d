import type { jsonSchemaTransformObject } from 'fastify-type-provider-zod';

type Document = ReturnType<typeof jsonSchemaTransformObject>;

type Schema = {
  type?: string | string[];
  enum?: unknown[];
  required?: string[];
  properties?: Record<string, Schema>;
};
type Operation = {
  requestBody: { content: { 'application/json': { schema: Schema } } };
  'x-optional-body'?: true;
};

/**
 * Mends what the generator leaves behind: schemas without references, the bounds of safe integers, and header names in
 * lower case. Says of bodies what the routes do before they validate them: an optional member may be null, and some bodies
 * may be left out.
 */
export function tidyDocument(document: Document): Document {
  const tidy = JSON.parse(JSON.stringify(document), (name, value) => {
    if (value === Number.MIN_SAFE_INTEGER || value === Number.MAX_SAFE_INTEGER) return undefined;
    if (typeof value === 'object' && value !== null && 'requestBody' in value) return withTidyBody(value);
    if (name === 'name' && value === 'idempotency-key') return 'Idempotency-Key';
    if (name === 'pattern' && String(value).includes('ffffffff-ffff')) return undefined;
    return value;
  }) as Document;
  const schemas = (tidy as { components?: { schemas?: Record<string, unknown> } }).components?.schemas ?? {};
  const hasReference = (name: string) => JSON.stringify(tidy).includes(`"#/components/schemas/${name}"`);
  // A deleted schema may have held the last reference to another.
  for (let unused = Object.keys(schemas); unused.length > 0; ) {
    unused = Object.keys(schemas).filter((name) => !hasReference(name));
    for (const name of unused) delete schemas[name];
  }
  return tidy;
}

function withTidyBody({ 'x-optional-body': isOptional, ...operation }: Operation): object {
  const { requestBody } = operation;
  const { schema } = requestBody.content['application/json'];
  const required = new Set(schema.required);
  const members = Object.entries(schema.properties ?? {}).map(
    ([name, member]) => [name, required.has(name) ? member : nullable(member)] as const,
  );
  const tidy = { ...schema, ...(schema.properties && { properties: Object.fromEntries(members) }) };
  const body = { ...requestBody, required: isOptional !== true, content: { 'application/json': { schema: tidy } } };
  return { ...operation, requestBody: body };
}

/** The schema, which then also allows null. */
function nullable(schema: Schema): Schema {
  if (typeof schema.type !== 'string') throw new Error(`no null can be added to ${JSON.stringify(schema)}`);
  return { ...schema, type: [schema.type, 'null'], ...(schema.enum && { enum: [...schema.enum, null] }) };
}
