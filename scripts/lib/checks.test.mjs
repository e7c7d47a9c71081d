// @ts-check
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  environmentOnlyInEnv,
  fetchOnlyAtTheEdges,
  filesOfModestSize,
  oneWriterPerStatus,
  railsInTheirFolders,
  readingWritesNothing,
  runChecks,
} from './checks.mjs';
import { citedPaths, documentReferences, mapOfTheCode, mapProblems, quotations, quotationsIn } from './documents.mjs';
import { root } from './paths.mjs';

let repository = '';
/** @param {Record<string, string>} files */
function write(files) {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(repository, path)), { recursive: true });
    writeFileSync(join(repository, path), content);
  }
}
beforeEach(() => {
  repository = mkdtempSync(join(tmpdir(), 'tillgate-checks-'));
  write({ 'packages/domain/package.json': '{}', 'apps/cli/package.json': '{}' });
});
afterEach(() => rmSync(repository, { recursive: true, force: true }));

describe('checks', () => {
  it('find process.env outside of env.ts', async () => {
    write({
      'apps/cli/src/env.ts': 'export const env = process.env;',
      'apps/cli/src/a.test.ts': 'process.env.X = "1";',
      'apps/cli/src/main.ts': '// process.env is read in env.ts\nconst x = process.env.X;',
    });
    expect(await environmentOnlyInEnv.run(repository)).toEqual(['apps/cli/src/main.ts:2 reads process.env.']);
  });

  it('find fetch where no connection may be opened', async () => {
    write({
      'apps/cli/src/doctor.ts': 'await fetch(url);',
      'packages/domain/src/a.ts': 'await app.fetch(x);\nawait refetch(x);\nawait fetch(x);',
    });
    expect(await fetchOnlyAtTheEdges.run(repository)).toEqual(['packages/domain/src/a.ts:3 calls fetch.']);
  });

  it('find a status column that two files write, or none', async () => {
    write({
      'packages/db/prisma/schema/a.prisma':
        'model Parcel {\n  status ParcelStatus\n\n  @@map("parcels")\n}\n\nmodel Stay {\n  state StayState\n}\n',
      'packages/domain/src/a.ts': "sql`UPDATE parcels SET status = 'sent'`;",
      'packages/domain/src/b.ts': 'db.parcel.update({ data: { status } });',
      'packages/domain/src/b.test.ts': 'db.stay.update({ data: { state } });',
    });
    expect(await oneWriterPerStatus.run(repository)).toEqual([
      'parcels.status is written by packages/domain/src/a.ts, packages/domain/src/b.ts.',
      'Stay.state is written by no file.',
    ]);
  });

  it('find what writes on the reading floor', async () => {
    write({
      'packages/domain/src/reading/a.ts': 'const one = sql`SELECT 1`;\nsql`DELETE FROM a`;\ndb.a.updateMany({ data });',
      'packages/domain/src/reading/a.test.ts': 'sql`DELETE FROM a`;',
      'packages/domain/src/keys/a.ts': 'sql`DELETE FROM a`;',
    });
    expect(await readingWritesNothing.run(repository)).toEqual([
      'packages/domain/src/reading/a.ts:2 writes.',
      'packages/domain/src/reading/a.ts:3 writes.',
    ]);
  });

  it('find a network that is named outside of its folders', async () => {
    const line = "if (rail === 'airtel') refund();\n";
    write({
      'packages/domain/src/payments/a.ts': `// 'airtel'\n${line}`,
      'packages/domain/src/payments/a.test.ts': line,
      'packages/domain/src/rails/airtel.ts': line,
      'packages/domain/src/kernel/a.ts': 'const name = "airtel";',
    });
    expect(await railsInTheirFolders.run(repository)).toEqual([
      expect.stringMatching(/^packages\/domain\/src\/kernel\/a\.ts:1 names a network\./),
      expect.stringMatching(/^packages\/domain\/src\/payments\/a\.ts:2 names a network\./),
    ]);
  });

  it('find files that are too long', async () => {
    write({
      'packages/domain/src/long.ts': '//\n'.repeat(251),
      'packages/domain/src/fine.ts': '//\n'.repeat(250),
      'packages/domain/src/long.test.ts': '//\n'.repeat(251),
    });
    expect(await filesOfModestSize.run(repository)).toEqual(['packages/domain/src/long.ts has 251 lines.']);
  });

  it('find paths in documents that do not exist', async () => {
    write({
      'README.md':
        'See [docs](docs/a.md#x), `packages/domain/src`, `scripts/gone.mjs`, [web](https://example.com) and `npm start`.',
      'docs/a.md': 'Back to [start](../README.md); [lost](lost.md).',
    });
    mkdirSync(join(repository, 'packages/domain/src'));
    expect(await documentReferences.run(repository)).toEqual([
      'README.md cites scripts/gone.mjs, which does not exist.',
      'docs/a.md cites lost.md, which does not exist.',
    ]);
  });

  it('find a message or a name that a document quotes and no source says', async () => {
    write({
      'packages/domain/src/a.ts': "log.warn({}, 'The store fails. It is tried again.');",
      'packages/domain/src/a.test.ts': "expect(line).toBe('The store is gone.');",
      'ops/b.mjs': "const msg = 'It ends.';",
      'docs/a.md':
        'Alert on `It ends.`, on `The store\nfails.` and on `The store is gone.`, see `warn` and `tryAgain()`.\n',
    });
    expect(await quotations.run(repository)).toEqual([
      'docs/a.md quotes "The store is gone.", which no source says.',
      'docs/a.md quotes "tryAgain", which no source says.',
    ]);
  });

  it('count a check that crashes as a problem', async () => {
    const broken = { name: 'broken', run: () => Promise.reject(new Error('boom')) };
    const [result] = await runChecks(repository, [broken]);
    expect(result?.problems[0]).toContain('boom');
  });
});

describe('citedPaths', () => {
  it('takes links and code that starts with a folder of ours, without what a build makes', () => {
    const text =
      '`apps/web`, `ops/a.mjs`, `apps/docs/dist`, `API_PORT`, `packages/*`, [a](b.md#c), [d](#e), [f](https://g.h)';
    expect(citedPaths(text)).toEqual([
      { path: 'apps/web', isLink: false },
      { path: 'ops/a.mjs', isLink: false },
      { path: 'b.md', isLink: true },
    ]);
  });
});

describe('mapProblems', () => {
  const files = ['Dockerfile', 'docs/a.md', 'packages/domain/src/keys/statements.ts', 'apps/web/src/app/[id]/page.tsx'];
  const map = (/** @type {string[]} */ ...rows) =>
    `# A\n\n## Where is …?\n\n| Question | Place |\n| --- | --- |\n${rows.join('\n')}\n\n## Imports\n\n| a; b | c |\n`;

  it('finds none where each row has one question and one place, or two', () => {
    const rows = [
      '| the image | `Dockerfile` |',
      '| a status | `packages/domain/src/<room>/statements.ts` |',
      '| a page | `page` of `apps/web/src/app/[id]`, explained in [a](docs/a.md#b) |',
    ];
    expect(mapProblems(map(...rows), files)).toEqual([]);
  });

  it.each([
    ['| one; two | `Dockerfile` |', 'asks more than one question in "one; two"'],
    ['| one | what `page` says |', 'names no place for "one"'],
    ['| one | `docs/a.md`, `Dockerfile`, [a](docs/a.md) |', 'names 3 places for "one"'],
    ['| one | `docs/b.md` |', 'names docs/b.md, which does not exist'],
    ['| one | [b](docs/b.md#c) |', 'names docs/b.md, which does not exist'],
    [
      '| one | `packages/domain/src/<room>/policy.ts` |',
      'names packages/domain/src/<room>/policy.ts, which does not exist',
    ],
  ])('finds what is wrong with %s', (row, problem) => {
    expect(mapProblems(map(row), files)).toEqual([problem]);
  });

  it('finds a document without the map', () => {
    expect(mapProblems('# A\n', files)).toEqual(['has no section "## Where is …?"']);
  });

  it('finds nothing wrong with ours', async () => {
    expect(await mapOfTheCode.run(root)).toEqual([]);
  });
});

describe('quotationsIn', () => {
  it('takes sentences and names in camel case, and neither commands nor examples', () => {
    const text =
      '`A callback\ncould not be applied.`, `settlePayment()`, `API_PORT`, `npm run build`, `Members`\n```\n`It is an example.`\n```\n';
    expect(quotationsIn(text)).toEqual(['A callback could not be applied.', 'settlePayment']);
  });
});
