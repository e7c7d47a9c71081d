// @ts-check
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { filesBelow, workspacesIn } from './workspaces.mjs';

const sources = /\.(ts|tsx)$/;
/** Next writes it, and it refers to what Next generates. */
const nextTypes = 'next-env.d.ts';
/** What sources import that is not code. */
const assets = /\.(css|json|svg|png)$/;

/**
 * Makes imports and re-exports of types look like those of code.
 * @param {string} code
 * @returns {string}
 */
function withTypeImportsKept(code) {
  return code
    .replace(/^(\s*import) type (?=[\w*{])/gm, '$1 ')
    .replace(/^(\s*export) type (?=\*|\{[^}]*\}\s*from)/gm, '$1 ');
}

/**
 * Writes the sources as plain JavaScript to another directory: with every import, or with imports of code alone.
 * dependency-cruiser cannot tell them apart in the sources: its swc parser reads no TSX and drops `type`, and its tsc
 * parser needs the API of TypeScript 6 or older, which would be a second compiler for this check alone.
 * @param {string} repository
 * @param {string} mirror
 * @param {string[]} workspaces
 * @param {'every' | 'code'} imports
 */
async function writeMirror(repository, mirror, workspaces, imports) {
  const { transform } = await import('esbuild');
  rmSync(mirror, { recursive: true, force: true });
  mkdirSync(join(mirror, 'node_modules/@tillgate'), { recursive: true });
  for (const workspace of workspaces) {
    const from = join(repository, workspace);
    for (const file of filesBelow(from, sources)) {
      if (file === nextTypes) continue;
      const target = join(mirror, workspace, file);
      mkdirSync(dirname(target), { recursive: true });
      const source = readFileSync(join(from, file), 'utf8');
      const { code } = await transform(imports === 'every' ? withTypeImportsKept(source) : source, {
        loader: file.endsWith('.tsx') ? 'tsx' : 'ts',
        tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
      });
      writeFileSync(target, code);
    }
    for (const file of filesBelow(from, assets)) {
      mkdirSync(dirname(join(mirror, workspace, file)), { recursive: true });
      cpSync(join(from, file), join(mirror, workspace, file));
    }
    mkdirSync(join(mirror, workspace), { recursive: true });
    cpSync(join(from, 'package.json'), join(mirror, workspace, 'package.json'));
    // Packages that npm could not hoist.
    const nested = join(from, 'node_modules');
    if (existsSync(nested)) symlinkSync(nested, join(mirror, workspace, 'node_modules'));
    const { name } = JSON.parse(readFileSync(join(from, 'package.json'), 'utf8'));
    const link = join(mirror, 'node_modules', name);
    symlinkSync(relative(dirname(link), join(mirror, workspace)), link);
  }
}

/** @typedef {{ rule: string, comment: string, from: string, to: string }} Violation */

/**
 * @param {string} baseDir
 * @param {string[]} workspaces
 * @param {{ name: string, comment: string }[]} forbidden
 * @param {{ options: object, resolveOptions: object }} config
 * @returns {Promise<{ violations: Violation[], files: number }>}
 */
async function cruiseOver(baseDir, workspaces, forbidden, config) {
  const { cruise } = await import('dependency-cruiser');
  const options = /** @type {any} */ ({ ...config.options, ruleSet: { forbidden }, validate: true, baseDir });
  // As the tsconfig of the dashboard says.
  const alias = { '@': join(baseDir, 'apps/web/src') };
  const { output } = await cruise(workspaces, options, /** @type {any} */ ({ ...config.resolveOptions, alias }));
  const { summary } = /** @type {import('dependency-cruiser').ICruiseResult} */ (output);
  const comments = new Map(forbidden.map((rule) => [rule.name, rule.comment]));
  const violations = summary.violations.map(({ rule, from, to }) => ({
    rule: rule.name,
    comment: comments.get(rule.name) ?? '',
    from,
    to,
  }));
  return { violations, files: summary.totalCruised };
}

/**
 * Checks the rules of `.dependency-cruiser.cjs`. Returns what breaks them, and how many files were looked at.
 * @param {string} repository
 * @returns {Promise<{ violations: Violation[], files: number }>}
 */
export async function checkBoundaries(repository) {
  const config = createRequire(import.meta.url)('../../.dependency-cruiser.cjs');
  const workspaces = workspacesIn(repository);
  const mirrors = join(repository, `.turbo/boundaries-${process.pid}`);
  const found = [];
  for (const imports of /** @type {const} */ (['every', 'code'])) {
    const mirror = join(mirrors, imports);
    await writeMirror(repository, mirror, workspaces, imports);
    found.push(
      await cruiseOver(mirror, workspaces, imports === 'every' ? config.everyImport : config.codeImports, config),
    );
  }
  rmSync(mirrors, { recursive: true, force: true });
  return { violations: found.flatMap(({ violations }) => violations), files: found[0]?.files ?? 0 };
}
