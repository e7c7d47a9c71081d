// @ts-check
import { existsSync, watch } from 'node:fs';
import { join, sep } from 'node:path';
import { root } from './paths.mjs';

const quietMs = 200;

/**
 * Calls `restart` with the parts whose sources changed: an app's own part, or all that depend on a shared package.
 * @param {{ part: string, workspace: string, isIndependent?: boolean }[]} apps
 * @param {(parts: string[]) => void} restart
 * @returns {() => void} ends the watch
 */
export function watchSources(apps, restart) {
  /** @type {Set<string>} */
  const changed = new Set();
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  const flush = () => {
    restart([...changed]);
    changed.clear();
  };
  const shared = ['packages/db', 'packages/domain', 'packages/process', 'packages/provider', 'inngest'];
  const directories = [...new Set([...apps.map(({ workspace }) => workspace), ...shared])];
  const watchers = directories.flatMap((workspace) => {
    const source = join(root, workspace, 'src');
    if (!existsSync(source)) return [];
    return watch(source, { recursive: true }, (_event, file) => {
      if (!file || file.endsWith('.test.ts') || file.split(sep).includes('generated')) return;
      for (const app of apps) {
        if (app.workspace === workspace || (shared.includes(workspace) && !app.isIndependent)) changed.add(app.part);
      }
      clearTimeout(timer);
      timer = setTimeout(flush, quietMs);
    });
  });
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
}
