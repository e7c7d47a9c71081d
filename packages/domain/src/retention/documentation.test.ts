import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { exceptions } from '../subjects/index.ts';
import { kinds, retentionKinds } from './retention.ts';

const page = readFileSync(new URL('../../../../docs/database.md', import.meta.url), 'utf8');
/** The lines of a table of the page, below a heading. */
function rowsBelow(heading: string): string[] {
  const section = page.slice(page.indexOf(`\n${heading}\n`));
  const lines = section.slice(section.indexOf('\n| ')).split('\n').slice(1);
  return lines.slice(
    2,
    lines.findIndex((line) => !line.startsWith('|')),
  );
}

it('the page for operators has the days and bounds of each kind', () => {
  const expected = retentionKinds.map((kind) => {
    const { what, since, days, bounds } = { bounds: undefined, ...kinds[kind] };
    return `| \`${kind}\` | ${what} | ${days} days after ${since} | ${bounds ? `${bounds.min} to ${bounds.max} days` : 'no'} |`;
  });
  expect(rowsBelow('## What is kept, and for how long')).toEqual(expected);
});

it('the page for operators names what is left when a person is erased', () => {
  const expected = Object.entries(exceptions).map(([place, why]) => `| \`${place}\` | ${why} |`);
  expect(rowsBelow('## When a customer asks')).toEqual(expected);
});
