import { readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

/** A JSON schema, with the keywords that the document uses in requests. */
export type Schema = {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  propertyNames?: Schema;
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  examples?: unknown[];
};

export type Link = { operationId: string; parameters: Record<string, string>; description?: string };
export type Parameter = { name: string; in: string; required?: boolean; description?: string; schema: Schema };
export type Operation = {
  operationId: string;
  summary?: string;
  description?: string;
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: { 'application/json': { schema: Schema } } };
  responses: Record<string, { links?: Record<string, Link>; content?: Record<string, { schema: Schema }> }>;
  security?: object[];
};
type Document = {
  openapi: string;
  info: { description: string };
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
};

/** The OpenAPI document as it is published. */
export const document = JSON.parse(readFileSync(new URL('../openapi.json', import.meta.url), 'utf8')) as Document;

export const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
);
export type PublishedOperation = (typeof operations)[number];

/** Each path of the document with its methods, in capitals. */
export const documentPaths = Object.entries(document.paths).map(([path, methods]) => ({
  path,
  methods: Object.keys(methods).map((method) => method.toUpperCase()),
}));

/** The operation with an id. */
export function operationOf(operationId: string): PublishedOperation {
  const found = operations.find(({ operation }) => operation.operationId === operationId);
  if (!found) throw new Error(`the document has no operation ${operationId}`);
  return found;
}

/** The schema of an operation's JSON body; undefined when it takes none. */
export function bodySchemaOf({ requestBody }: Operation): Schema | undefined {
  return requestBody?.content['application/json'].schema;
}

/** The schema behind a reference into the document. */
export function resolved(schema: Schema): Schema {
  if (schema.$ref === undefined) return schema;
  const name = schema.$ref.replace('#/components/schemas/', '');
  const found = document.components.schemas[name];
  if (!found) throw new Error(`the document has no schema ${schema.$ref}`);
  return found;
}

const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, validateFormats: false });

/** A validator of a schema of the document. Strict: throws on a keyword that JSON Schema does not have. */
export function validatorOf(schema: Schema): ValidateFunction {
  return ajv.compile({ ...schema, components: { schemas: document.components.schemas } });
}
ajv.addVocabulary(['components']);

/**
 * Members of a body that no rule between members, and nothing stored, can refuse. `conformance.test.ts` has each such rule.
 */
export const freeMembers: Record<string, string[]> = {
  createLink: ['title', 'description', 'amount', 'phone', 'language', 'metadata', 'idempotencyKey'],
  createBatch: ['name', 'commandId', 'note', 'rows', 'idempotencyKey'],
};
