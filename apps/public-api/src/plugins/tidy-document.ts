import type { jsonSchemaTransformObject } from 'fastify-type-provider-zod';

type Document = ReturnType<typeof jsonSchemaTransformObject>;

/**
 * Mends what the generator leaves behind: schemas without references, the bounds of safe integers, and header names in
 * lower case. Puts bodies in place that a route describes without validating them.
 */
export function tidyDocument(document: Document): Document {
  const tidy = JSON.parse(JSON.stringify(document), (name, value) => {
    if (value === Number.MIN_SAFE_INTEGER || value === Number.MAX_SAFE_INTEGER) return undefined;
    if (typeof value === 'object' && value !== null && 'x-request-body' in value) {
      const { 'x-request-body': requestBody, ...operation } = value;
      return { ...operation, requestBody };
    }
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
