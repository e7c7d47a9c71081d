// @ts-check
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { citedPaths, documentReferences, environmentOnlyInEnv, fetchOnlyAtTheEdges, runChecks } from './checks.mjs';

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

  it('count a check that crashes as a problem', async () => {
    const broken = { name: 'broken', run: () => Promise.reject(new Error('boom')) };
    const [result] = await runChecks(repository, [broken]);
    expect(result?.problems[0]).toContain('boom');
  });
});

describe('citedPaths', () => {
  it('takes links and code that starts with a folder of ours', () => {
    const text = '`apps/web`, `API_PORT`, `packages/*`, [a](b.md#c), [d](#e), [f](https://g.h)';
    expect(citedPaths(text)).toEqual([
      { path: 'apps/web', isLink: false },
      { path: 'b.md', isLink: true },
    ]);
  });
});
