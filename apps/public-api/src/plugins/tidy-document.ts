import type { jsonSchemaTransformObject } from 'fastify-type-provider-zod';

type Document = ReturnType<typeof jsonSchemaTransformObject>;

/**
 * Takes out of the document what its generator leaves behind: schemas that nothing refers to, the bounds of safe integers,
 * and the lower case of header names.
 */
export function tidyDocument(document: Document): Document {
  const tidy = JSON.parse(JSON.stringify(document), (name, value) => {
    if (value === Number.MIN_SAFE_INTEGER || value === Number.MAX_SAFE_INTEGER) return undefined;
    if (name === 'name' && value === 'idempotency-key') return 'Idempotency-Key';
    if (name === 'pattern' && String(value).includes('ffffffff-ffff')) return undefined;
    return value;
  }) as Document;
  const schemas = (tidy as { components?: { schemas?: Record<string, unknown> } }).components?.schemas ?? {};
  const isReferredTo = (name: string) => JSON.stringify(tidy).includes(`"#/components/schemas/${name}"`);
  // One that goes may have been the last to refer to another.
  for (let idle = Object.keys(schemas); idle.length > 0; ) {
    idle = Object.keys(schemas).filter((name) => !isReferredTo(name));
    for (const name of idle) delete schemas[name];
  }
  return tidy;
}
