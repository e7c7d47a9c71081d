import { expect, it } from 'vitest';
import { attackedProcedures } from './fields.fixture.ts';
import { demandKnownFields } from './known-fields.ts';
import { appRouter } from './root.ts';

it('every procedure knows its fields, and refuses any other', () => {
  const paths = Object.keys(appRouter._def.procedures);
  expect(paths.length).toBeGreaterThan(100);
  const fieldsOf = new Map(attackedProcedures.map(({ path, fields }) => [path, fields]));
  for (const path of paths) {
    const known = (fieldsOf.get(path) ?? []).map((field) => field.path[0] ?? '');
    expect(() => demandKnownFields(path, Object.fromEntries(known.map((name) => [name, 1]))), path).not.toThrow();
    expect(() => demandKnownFields(path, { misspelt: 1 }), path).toThrow(/misspelt is not a field/);
    expect(() => demandKnownFields(path, undefined), path).not.toThrow();
  }
});
