import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { sealedColumns } from './places.ts';

const schema = new URL('../../../db/prisma/schema/', import.meta.url);

/** Columns that the schema calls sealed: `sealed_…`, or `@sealed` in the comment above. */
function columnsOfSchema(): string[] {
  return readdirSync(schema).flatMap((file) => {
    const text = readFileSync(new URL(file, schema), 'utf8');
    return [...text.matchAll(/^model \w+ \{$[\s\S]*?^\}$/gm)].flatMap(([model]) => {
      const table = /@@map\("(\w+)"\)/.exec(model)?.[1];
      let comment = '';
      return model.split('\n').flatMap((line) => {
        if (line.trim().startsWith('///')) {
          comment += line;
          return [];
        }
        const isMarked = comment.includes('@sealed');
        comment = '';
        const column = / @map\("(\w+)"\)/.exec(line)?.[1] ?? /^ {2}(\w+) /.exec(line)?.[1];
        return column && (isMarked || column.startsWith('sealed_')) ? [`${table}.${column}`] : [];
      });
    });
  });
}

it('the list of sealed columns has every one that the schema calls sealed', () => {
  const found = columnsOfSchema();
  expect(found.length).toBeGreaterThan(5);
  expect(sealedColumns.map(({ table, column }) => `${table}.${column}`).sort()).toEqual(found.sort());
});
