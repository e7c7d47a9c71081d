// @ts-check
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Paths of the workspaces that exist, relative to the repository.
 * @param {string} directory the repository
 * @returns {string[]}
 */
export function workspacesIn(directory) {
  const groups = ['packages', 'apps'].filter((group) => existsSync(join(directory, group)));
  const found = groups.flatMap((group) => readdirSync(join(directory, group)).map((name) => `${group}/${name}`));
  return [...found, 'inngest', 'e2e'].filter((path) => existsSync(join(directory, path, 'package.json'))).sort();
}

/**
 * Source files below a directory, relative to it; nothing installed, generated or built.
 * @param {string} directory
 * @param {RegExp} wanted
 * @returns {string[]}
 */
export function filesBelow(directory, wanted) {
  const skipped = new Set([
    'node_modules',
    'generated',
    'dist',
    '.git',
    '.turbo',
    '.data',
    'coverage',
    '.next',
    'test-results',
  ]);
  /** @type {string[]} */
  const files = [];
  const visit = (/** @type {string} */ relative) => {
    for (const entry of readdirSync(join(directory, relative), { withFileTypes: true })) {
      const path = relative ? `${relative}/${entry.name}` : entry.name;
      if (entry.isDirectory()) {
        if (!skipped.has(entry.name)) visit(path);
      } else if (wanted.test(entry.name)) files.push(path);
    }
  };
  visit('');
  return files.sort();
}
