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

/** What an import of types becomes in the mirror. */
const typesFrom = 'importsTypesFrom';
const typeImports = /^\s*(?:import type (?=[\w*{])|export type (?=\*|\{[^}]*\}\s*from))[^;]*?from\s*(['"][^'"]+['"])/gm;

/**
 * Writes the sources as plain JavaScript to another directory, with each import of types as a call that
 * `exoticRequireStrings` names. dependency-cruiser cannot tell it from an import of code in the sources: its swc parser
 * reads no TSX and drops `type`, and its tsc parser needs the API of TypeScript 6 or older.
 * @param {string} repository
 * @param {string} mirror
 * @param {string[]} workspaces
 */
async function writeMirror(repository, mirror, workspaces) {
  const { transform } = await import('esbuild');
  mkdirSync(join(mirror, 'node_modules/@tillgate'), { recursive: true });
  for (const workspace of workspaces) {
    const from = join(repository, workspace);
    const write = async (/** @type {string} */ file) => {
      const target = join(mirror, workspace, file);
      mkdirSync(dirname(target), { recursive: true });
      const source = readFileSync(join(from, file), 'utf8');
      const { code } = await transform(source, {
        loader: file.endsWith('.tsx') ? 'tsx' : 'ts',
        tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
      });
      const types = [...source.matchAll(typeImports)].map(([, path]) => `${typesFrom}(${path});\n`);
      writeFileSync(target, code + types.join(''));
    };
    await Promise.all(
      filesBelow(from, sources)
        .filter((file) => file !== nextTypes)
        .map(write),
    );
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
 * Checks the rules of `.dependency-cruiser.cjs`. Returns what breaks them, and how many files were looked at.
 * @param {string} repository
 * @returns {Promise<{ violations: Violation[], files: number }>}
 */
export async function checkBoundaries(repository) {
  const { everyImport, codeImports, options, resolveOptions } = createRequire(import.meta.url)(
    '../../.dependency-cruiser.cjs',
  );
  const { cruise } = await import('dependency-cruiser');
  const workspaces = workspacesIn(repository);
  const mirror = join(repository, `.turbo/boundaries-${process.pid}`);
  const forbidden = [
    ...everyImport,
    ...codeImports.map((/** @type {any} */ rule) => ({ ...rule, to: { ...rule.to, exoticallyRequired: false } })),
  ];
  try {
    await writeMirror(repository, mirror, workspaces);
    // As the tsconfig of the dashboard says.
    const alias = { '@': join(mirror, 'apps/web/src') };
    const { output } = await cruise(
      workspaces,
      { ...options, exoticRequireStrings: [typesFrom], ruleSet: { forbidden }, validate: true, baseDir: mirror },
      { ...resolveOptions, alias },
    );
    const { summary } = /** @type {import('dependency-cruiser').ICruiseResult} */ (output);
    const comments = new Map(forbidden.map((rule) => [rule.name, rule.comment]));
    const violations = summary.violations.map(({ rule, from, to }) => ({
      rule: rule.name,
      comment: comments.get(rule.name) ?? '',
      from,
      to,
    }));
    return { violations, files: summary.totalCruised };
  } finally {
    rmSync(mirror, { recursive: true, force: true });
  }
}
