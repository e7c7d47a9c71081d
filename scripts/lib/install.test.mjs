// @ts-check
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { installLocked, isInstalled, isSameInstall, nodeVersionProblem, withAddresses } from './install.mjs';
import { runCaptured } from './run.mjs';

describe('nodeVersionProblem', () => {
  it.each(['20.19.0', '20.20.2', '22.0.0', '24.1.0'])('accepts %s', (version) => {
    expect(nodeVersionProblem(version)).toBeUndefined();
  });
  it.each(['18.20.0', '20.18.3', '20.9.0'])('refuses %s in one sentence', (version) => {
    expect(nodeVersionProblem(version)).toBe(`Tillgate needs Node.js 20.19 or newer; this is ${version}.`);
  });
});

describe('isSameInstall', () => {
  const wanted = {
    '': { version: '0.1.0' },
    'apps/cli': { version: '0.1.0' },
    'node_modules/@tillgate/cli': { link: true },
    'node_modules/a': { version: '1.0.0' },
    'node_modules/other-platform': { version: '1.0.0', optional: true },
  };
  const installed = { 'node_modules/@tillgate/cli': { link: true }, 'node_modules/a': { version: '1.0.0' } };

  it('accepts what is there, without packages of other platforms', () => {
    expect(isSameInstall(wanted, installed)).toBe(true);
  });
  it('notices another version and a missing package', () => {
    expect(isSameInstall(wanted, { ...installed, 'node_modules/a': { version: '1.0.1' } })).toBe(false);
    expect(isSameInstall(wanted, { 'node_modules/@tillgate/cli': { link: true } })).toBe(false);
  });
});

describe('withAddresses', () => {
  const lockfile = JSON.stringify({
    name: 'tillgate',
    packages: {
      '': { version: '0.1.0' },
      'apps/cli': { version: '0.1.0' },
      'node_modules/@tillgate/cli': { resolved: 'apps/cli', link: true },
      'node_modules/next': { version: '16.4.5', integrity: 'sha512-a' },
      'node_modules/@types/node': { version: '20.19.43' },
      'apps/web/node_modules/pg': { version: '8.0.0' },
      'node_modules/string-width-cjs': { name: 'string-width', version: '4.2.3' },
      'node_modules/outer/node_modules/inner': { version: '1.0.0', inBundle: true },
    },
  });

  it('says where each package lies, and changes nothing else', () => {
    expect(JSON.parse(withAddresses(lockfile, 'https://npm.example.com/all/'))).toEqual({
      name: 'tillgate',
      packages: {
        '': { version: '0.1.0' },
        'apps/cli': { version: '0.1.0' },
        'node_modules/@tillgate/cli': { resolved: 'apps/cli', link: true },
        'node_modules/next': {
          version: '16.4.5',
          integrity: 'sha512-a',
          resolved: 'https://npm.example.com/all/next/-/next-16.4.5.tgz',
        },
        'node_modules/@types/node': {
          version: '20.19.43',
          resolved: 'https://npm.example.com/all/@types/node/-/node-20.19.43.tgz',
        },
        'apps/web/node_modules/pg': {
          version: '8.0.0',
          resolved: 'https://npm.example.com/all/pg/-/pg-8.0.0.tgz',
        },
        'node_modules/string-width-cjs': {
          name: 'string-width',
          version: '4.2.3',
          resolved: 'https://npm.example.com/all/string-width/-/string-width-4.2.3.tgz',
        },
        'node_modules/outer/node_modules/inner': { version: '1.0.0', inBundle: true },
      },
    });
  });
});

describe('installLocked', () => {
  let directory = '';
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'tillgate-install-'));
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    rmSync(directory, { recursive: true, force: true });
  });

  it.each([
    ['where registries keep it, and asks nothing else', '/some/-/some-1.0.0.tgz', ['/some/-/some-1.0.0.tgz']],
    ['at a registry that keeps it elsewhere', '/files/some', ['/some/-/some-1.0.0.tgz', '/some', '/files/some']],
  ])('finds a package %s', async (_where, tarball, expected) => {
    const [some, project] = [join(directory, 'some'), join(directory, 'project')];
    for (const each of [some, project]) mkdirSync(each);
    const manifest = { name: 'some', version: '1.0.0' };
    writeFileSync(join(some, 'package.json'), JSON.stringify(manifest));
    await runCaptured('npm', ['pack'], { cwd: some });
    const bytes = readFileSync(join(some, 'some-1.0.0.tgz'));
    const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`;

    /** @type {string[]} */
    const asked = [];
    const registry = createServer((request, response) => {
      const { url = '', headers } = request;
      asked.push(url);
      const dist = { tarball: `http://${headers.host}${tarball}`, integrity };
      if (url === tarball) response.end(bytes);
      else if (url === '/some') {
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify({ name: 'some', versions: { '1.0.0': { ...manifest, dist } } }));
      } else response.writeHead(404).end();
    }).listen(0, '127.0.0.1');
    await once(registry, 'listening');
    const { port } = /** @type {import('node:net').AddressInfo} */ (registry.address());

    const dependencies = { some: '1.0.0' };
    const packages = { '': { dependencies }, 'node_modules/some': { version: '1.0.0', integrity } };
    const lockfile = JSON.stringify({ lockfileVersion: 3, requires: true, packages });
    vi.stubEnv('npm_config_registry', `http://127.0.0.1:${port}/`);
    // npm asks no registry for bytes that its cache has.
    vi.stubEnv('npm_config_cache', join(directory, 'cache'));
    writeFileSync(join(project, 'package.json'), JSON.stringify({ dependencies }));
    writeFileSync(join(project, 'package-lock.json'), lockfile);
    const log = join(directory, 'install.log');
    const code = await installLocked(project, log);
    registry.close();

    expect(code, readFileSync(log, 'utf8')).toBe(0);
    expect(asked).toEqual(expected);
    expect(existsSync(join(project, 'node_modules/some/package.json'))).toBe(true);
    expect(existsSync(join(project, 'npm-shrinkwrap.json'))).toBe(false);
    expect(readFileSync(join(project, 'package-lock.json'), 'utf8')).toBe(lockfile);
  });
});

describe('isInstalled', () => {
  let directory = '';
  const lockfile = (/** @type {string} */ version) => JSON.stringify({ packages: { 'node_modules/a': { version } } });
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'tillgate-install-'));
    writeFileSync(join(directory, 'package-lock.json'), lockfile('1.0.0'));
  });
  afterEach(() => rmSync(directory, { recursive: true, force: true }));

  it('is false in a fresh clone', () => {
    expect(isInstalled(directory)).toBe(false);
  });
  it('is true after an install, and false again when the lockfile changes', () => {
    mkdirSync(join(directory, 'node_modules'));
    writeFileSync(join(directory, 'node_modules/.package-lock.json'), lockfile('1.0.0'));
    expect(isInstalled(directory)).toBe(true);
    writeFileSync(join(directory, 'package-lock.json'), lockfile('1.1.0'));
    expect(isInstalled(directory)).toBe(false);
  });
});
