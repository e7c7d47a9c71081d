// @ts-check
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isInstalled, isSameInstall, nodeVersionProblem } from './install.mjs';

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
