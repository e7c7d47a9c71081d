// @ts-check
import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** What is generated, not in the repository, and needed to run tests. */
const generated = ['packages/db/src/generated'];

/**
 * Copies a repository as it is now, also what is not committed, into a directory of its own. Packages are linked and not
 * copied. Workspaces that import each other find the copies.
 * @param {string} repository
 * @returns {string} the directory
 */
export function copyWorkspace(repository) {
  const copy = mkdtempSync(join(tmpdir(), 'tillgate-copy-'));
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: repository,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 ** 2,
  });
  const files = listed.split('\0').filter((file) => file !== '' && existsSync(join(repository, file)));
  for (const file of files) {
    mkdirSync(join(copy, dirname(file)), { recursive: true });
    copyFileSync(join(repository, file), join(copy, file));
  }
  for (const folder of generated) cpSync(join(repository, folder), join(copy, folder), { recursive: true });
  const workspaces = files.filter((file) => file.endsWith('package.json')).map(dirname);
  for (const workspace of workspaces) {
    const packages = join(repository, workspace, 'node_modules');
    if (existsSync(packages)) linkPackages(packages, join(copy, workspace, 'node_modules'));
  }
  return copy;
}

/**
 * Links each package of a node_modules. A workspace is a relative link there, which leads to the copy when it is made again.
 * @param {string} from
 * @param {string} to
 */
function linkPackages(from, to) {
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from)) {
    const source = join(from, name);
    if (name.startsWith('.') && name !== '.bin') continue;
    if (lstatSync(source).isSymbolicLink()) symlinkSync(readlinkSync(source), join(to, name));
    else if (name.startsWith('@')) linkPackages(source, join(to, name));
    else symlinkSync(source, join(to, name));
  }
}
