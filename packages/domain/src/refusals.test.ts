import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { invalidInput, issue, issuesOf, parseInput } from './kernel/input.ts';
import { defineSentences, issues } from './kernel/refusals.ts';
import { allIssues, allRefusals } from './refusals.ts';

const here = import.meta.dirname;
const byName = ([a]: readonly [string, string], [b]: readonly [string, string]) => (a < b ? -1 : 1);
const sources = readdirSync(here, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !/\.(test|fixture)\.ts$|^testing/.test(file))
  .map((file) => ({ file, text: readFileSync(join(here, file), 'utf8') }));

describe('what is wrong with a value', () => {
  it('keeps its name and its sentence for ever: merchants read both', async () => {
    const sentences = (named: Record<string, { text: string }>) =>
      Object.fromEntries(
        Object.entries(named)
          .map(([name, { text }]) => [name, text] as const)
          .sort(byName),
      );
    const all = { issues: sentences(allIssues), refusals: sentences(allRefusals) };
    await expect(`${JSON.stringify(all, null, 2)}\n`).toMatchFileSnapshot('refusals.snapshot.json');
  });

  it.each([
    ['issues', allIssues, /export const (?:issues|\w+Issues) = defineSentences\(\{\n(.*?)\n\}\);/gs],
    ['refusals', allRefusals, /export const (?:refusals|\w+Refusals) = defineSentences\(\{\n(.*?)\n\}\);/gs],
  ])('has a name that stands once: %s', (_what, all, definition) => {
    const names = sources.flatMap(({ text }) =>
      [...text.matchAll(definition)].flatMap(([, body = '']) =>
        [...body.matchAll(/^ {2}(\w+):/gm)].map(([, name]) => name),
      ),
    );
    expect(names.length).toBeGreaterThan(100);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
    expect(names).toHaveLength(Object.keys(all).length);
  });

  it('is said by somebody', () => {
    const elsewhere = [
      ...sources
        .filter(({ file }) => file === 'provider/refusals.ts' || !file.endsWith('refusals.ts'))
        .map(({ text }) => text),
      ...['../../../apps/public-api/src', '../../../apps/web/src/trpc'].flatMap((folder) =>
        readdirSync(join(here, folder), { recursive: true, encoding: 'utf8' })
          .filter((file) => file.endsWith('.ts'))
          .map((file) => readFileSync(join(here, folder, file), 'utf8')),
      ),
    ].join('\n');
    const unsaid = (names: string[], owner: string) =>
      names.filter((name) => !new RegExp(`${owner}\\.${name}\\b`).test(elsewhere));
    expect(unsaid(Object.keys(allIssues), '[iI]ssues')).toEqual([]);
    expect(unsaid(Object.keys(allRefusals), '[rR]efusals')).toEqual([]);
  });

  it('is never a bare sentence in a schema or a verb, which no other language could say', () => {
    const bare = sources.flatMap(({ file, text }) =>
      [...text.matchAll(/\b(?:error|message):\s*['"`](?:must|is|has|may|needs|cannot|was|belongs)\b.*/g)].map(
        ([line]) => `${file}: ${line}`,
      ),
    );
    expect(bare).toEqual([]);
  });

  it('is never a bare sentence in a refusal, unless its issues say it', () => {
    const bare = sources.flatMap(({ file, text }) =>
      [...text.matchAll(/(?:new DomainError\(|super\()\s*'\w+',\s*['"`][\s\S]*?\);\n/g)].map(
        ([line]) => `${file}: ${line}`,
      ),
    );
    expect(bare.filter((line) => !line.includes('issues:'))).toEqual([]);
  });
});

describe('a named issue', () => {
  const own = defineSentences({ odd: 'must be odd', few: 'must have {min} to {max} legs' });

  it('passes through a schema with its path, name, values and sentence', () => {
    const schema = z.object({
      legs: z.array(z.int({ error: issues.wholeNumber }).refine((n) => n % 2 === 1, { error: own.odd })).max(3, {
        error: own.few({ min: 1, max: 3 }),
      }),
    });
    const found = (input: unknown) => {
      const judged = schema.safeParse(input);
      return judged.success ? [] : issuesOf(judged.error);
    };
    expect(found({ legs: [1, 2] })).toEqual([{ path: 'legs.1', name: 'odd', values: {}, message: 'must be odd' }]);
    expect(found({ legs: [1, 1, 1, 1] })).toEqual([
      { path: 'legs', name: 'few', values: { min: 1, max: 3 }, message: 'must have 1 to 3 legs' },
    ]);
    expect(found({ legs: ['x'] })).toMatchObject([{ path: 'legs.0', name: 'wholeNumber' }]);
    expect(found({ legs: [1] })).toEqual([]);
  });

  it('is `invalid` where Zod speaks for itself', () => {
    expect(() => parseInput(z.strictObject({ a: z.string() }), { a: 1, b: 2 })).toThrow(
      expect.objectContaining({
        extras: {
          issues: [
            expect.objectContaining({ path: 'a', name: 'invalid', values: {} }),
            expect.objectContaining({ path: '', name: 'invalid', values: {} }),
          ],
        },
      }),
    );
  });

  it('makes the sentence of a refusal', () => {
    const refused = invalidInput(issue('legs', own.few({ min: 2, max: 4 })), issue('', own.odd));
    expect(refused.message).toBe('legs must have 2 to 4 legs; must be odd.');
    expect(JSON.parse(JSON.stringify(refused.extras.issues))).toEqual(refused.extras.issues);
  });
});
