// @ts-check
import { describe, expect, it } from 'vitest';
import { root } from '../lib/paths.mjs';
import { documentForGenerators } from './client-generator.mjs';

const document = documentForGenerators(root);
/** @type {{ path: string, method: string, operation: any }[]} */
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);

describe('the document that clients are made from', () => {
  it('names every operation and puts it into a group, for methods and files with names', () => {
    for (const { path, operation } of operations) {
      expect(operation.operationId, path).toMatch(/^[a-z][A-Za-z0-9]+$/);
      expect(operation.tags, path).toHaveLength(1);
    }
  });

  it('has a name for the schema of every response', () => {
    const schemas = operations.flatMap(({ path, operation }) =>
      Object.values(operation.responses).flatMap((/** @type {any} */ { content }) =>
        Object.values(content).map((/** @type {any} */ { schema }) => ({ path, schema })),
      ),
    );
    for (const { path, schema } of schemas) expect(Object.keys(schema), path).toEqual(['$ref']);
  });

  it('has no member that is only null, no page for people and no method for a webhook', () => {
    expect(JSON.stringify(document)).not.toMatch(/"\w+":\{"type":"null"/);
    expect(operations.map(({ path }) => path)).not.toContain('/errors');
    expect(document).not.toHaveProperty('webhooks');
    expect(document.components.schemas).toHaveProperty('PaymentSuccessEvent');
  });

  it('has no boolean that is a text, no null among the values of a request, one form of ids, and numbers as numbers', () => {
    const text = JSON.stringify(document);
    expect(text).not.toMatch(/"type":"boolean","const"/);
    expect(text).not.toContain('"format":"uuid"');
    for (const { path, operation } of operations) {
      expect(JSON.stringify(operation.requestBody ?? {}), path).not.toMatch(/null/);
    }
    const { parameters } = document.paths['/payments'].get;
    const limit = parameters.find((/** @type {{ name: string }} */ { name }) => name === 'limit');
    expect(limit.schema).toMatchObject({ type: 'integer', maximum: 100 });
  });

  it('has no body that may be left out', () => {
    for (const { path, operation } of operations) {
      expect(operation.requestBody?.required ?? true, path).toBe(true);
    }
  });

  it('has an address that a program can call', () => {
    expect(document.servers.map((/** @type {{ url: string }} */ { url }) => new URL(url).pathname)).toEqual([
      '/functions/v1',
    ]);
  });
});
