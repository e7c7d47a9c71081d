// @ts-check
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listComponents } from '../release/components.mjs';
import { actionsArePinned, licencesAreAllowed, lockFileIsSound, workflowsAreNarrow } from './supply-chain.mjs';

let repository = '';
beforeEach(() => {
  repository = mkdtempSync(join(tmpdir(), 'tillgate-supply-'));
  mkdirSync(join(repository, '.github/workflows'), { recursive: true });
});
afterEach(() => rmSync(repository, { recursive: true, force: true }));

/** @param {string} text */
const workflow = (text) => writeFileSync(join(repository, '.github/workflows/a.yml'), text);
/** @param {Record<string, object>} packages */
const lock = (packages) => writeFileSync(join(repository, 'package-lock.json'), JSON.stringify({ packages }));
const commit = '3d3c42e5aac5ba805825da76410c181273ba90b1';
const integrity = `sha512-${'A'.repeat(86)}==`;
const sound = { version: '1.2.3', integrity, license: 'MIT' };

describe('an action', () => {
  it('is pinned to a whole commit, with its version beside it', async () => {
    workflow(`      - uses: a/b@${commit} # v1.2.3\n      - uses: a/b/c@${commit} # v1.2.3\n      - uses: ./own\n`);
    expect(await actionsArePinned.run(repository)).toEqual([]);
  });

  it.each([
    ['a tag', 'a/b@v4'],
    ['a branch', 'a/b@main'],
    ['part of a commit', `a/b@${commit.slice(0, 12)}`],
    ['nothing', 'a/b'],
    ['an image', 'docker://a/b:latest'],
  ])('is refused with %s', async (_what, action) => {
    workflow(`jobs:\n    steps:\n      - uses: ${action} # v1.2.3\n`);
    expect(await actionsArePinned.run(repository)).toEqual([
      `.github/workflows/a.yml:3 uses ${action}: name the full commit, and the version in a comment.`,
    ]);
  });

  it('is refused without its version', async () => {
    workflow(`      - uses: a/b@${commit}\n`);
    expect(await actionsArePinned.run(repository)).toEqual([
      '.github/workflows/a.yml:1 names no version in a comment.',
    ]);
  });
});

describe('a workflow', () => {
  const narrow = 'permissions:\n  contents: read\njobs:\n';
  it('that reads is fine', async () => {
    workflow(
      `${narrow}      - uses: actions/checkout@${commit}\n        with:\n          persist-credentials: false\n`,
    );
    expect(await workflowsAreNarrow.run(repository)).toEqual([]);
  });

  it.each([
    ['says nothing of rights', 'jobs:\n', 'does not begin with read rights only'],
    ['asks for every right', `${narrow}    permissions: write-all\n`, 'asks for every right'],
    ['runs code of strangers', `on: pull_request_target\n${narrow}`, 'runs with rights on code of strangers'],
    [
      'keeps the token',
      `${narrow}      - uses: actions/checkout@${commit}\n`,
      'leaves the token of a checkout on disk',
    ],
    ['runs what a stranger wrote', `${narrow}      - run: echo \${{ github.event.title }}\n`, 'into a script'],
    ['runs it in a block', `${narrow}      - run: |\n          echo "\${{ github.head_ref }}"\n`, 'into a script'],
  ])('is refused when it %s', async (_what, text, problem) => {
    workflow(text);
    expect(await workflowsAreNarrow.run(repository)).toEqual([expect.stringContaining(problem)]);
  });
});

describe('the lock file', () => {
  it('knows every byte, and takes packages from the registry alone', async () => {
    lock({ '': {}, 'packages/a': {}, 'node_modules/own': { link: true }, 'node_modules/a': sound });
    expect(await lockFileIsSound.run(repository)).toEqual([]);
  });

  it.each([
    [{ ...sound, resolved: 'git+ssh://git@host/a.git#1' }, 'address of its own'],
    [{ ...sound, resolved: 'https://other.example/a.tgz' }, 'address of its own'],
    [{ ...sound, integrity: undefined }, 'no SHA-512'],
    [{ ...sound, integrity: 'sha1-AAAA' }, 'no SHA-512'],
    [{ ...sound, version: 'file:../a' }, 'of no version'],
  ])('is refused otherwise: %o', async (locked, problem) => {
    lock({ 'node_modules/a': locked });
    expect(await lockFileIsSound.run(repository)).toEqual([expect.stringContaining(problem)]);
  });
});

describe('a licence', () => {
  it.each(['MIT', 'Apache-2.0 AND MIT', 'GPL-3.0-only OR MIT', '(Apache-2.0 AND BSD-3-Clause)', 'MIT and ISC'])(
    'is allowed: %s',
    async (license) => {
      lock({ 'node_modules/a': { ...sound, license } });
      expect(await licencesAreAllowed.run(repository)).toEqual([]);
    },
  );

  it.each([
    'GPL-3.0-only',
    'AGPL-3.0-or-later',
    'MIT AND GPL-2.0',
    'MPL-2.0',
    'SEE LICENSE IN x',
    'UNLICENSED',
    undefined,
  ])('is refused: %s', async (license) => {
    lock({ 'node_modules/a': { ...sound, license } });
    expect(await licencesAreAllowed.run(repository)).toHaveLength(1);
  });

  it('may be an exception of one package', async () => {
    lock({ 'node_modules/a/node_modules/axe-core': { ...sound, license: 'MPL-2.0' } });
    expect(await licencesAreAllowed.run(repository)).toEqual([]);
  });
});

describe('the list of components', () => {
  it('names every package once, with its bytes and its licence', () => {
    writeFileSync(join(repository, 'package.json'), JSON.stringify({ name: 'tillgate', version: '0.1.0' }));
    const a = { ...sound, dev: true };
    lock({
      '': {},
      'node_modules/own': { link: true },
      'node_modules/@b/c': sound,
      'node_modules/x/node_modules/a': a,
      'node_modules/a': a,
    });
    const { components, bomFormat } = listComponents(repository);
    expect(bomFormat).toBe('CycloneDX');
    expect(components).toEqual([
      expect.objectContaining({
        purl: 'pkg:npm/%40b/c@1.2.3',
        scope: 'required',
        licenses: [{ license: { id: 'MIT' } }],
      }),
      expect.objectContaining({
        purl: 'pkg:npm/a@1.2.3',
        scope: 'excluded',
        hashes: [{ alg: 'SHA-512', content: '0'.repeat(128) }],
      }),
    ]);
  });
});
