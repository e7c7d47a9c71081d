import type { OpenAPIV3_1 } from 'openapi-types';

export const metadataValueName = 'MetadataValue';
const reference = { $ref: `#/components/schemas/${metadataValueName}` };
const noNul = { pattern: '^[^\\x00]*$' };

/** Any JSON that can be stored. Published by hand: validation walks metadata without recursion, however deep it is. */
export const metadataValueSchema: OpenAPIV3_1.SchemaObject = {
  description: 'Any JSON value without NUL characters.',
  anyOf: [
    { type: 'string', ...noNul },
    { type: 'number' },
    { type: 'boolean' },
    { type: 'null' },
    { type: 'array', items: reference },
    { type: 'object', ...membersOf() },
  ],
};

/** What the document says about the `metadata` of a body. */
export const metadataInDocument = {
  ...membersOf(),
  description:
    'Any JSON object, stored with the payment. It is never read, never returned and never sent in webhooks. May be nested up to 16 levels deep; strings and names must not contain NUL characters.',
  examples: [{ orderId: '8341' }],
};

function membersOf() {
  return { propertyNames: { type: 'string', ...noNul }, additionalProperties: reference } as const;
}
