// @ts-check
// What is taken from others, checked offline: actions of the workflows, and the packages of the lock file.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** @typedef {import('./checks.mjs').Check} Check */

const workflows = '.github/workflows';

/**
 * @param {string} repository
 * @returns {{ path: string, lines: string[] }[]}
 */
function readWorkflows(repository) {
  if (!existsSync(join(repository, workflows))) return [];
  return readdirSync(join(repository, workflows))
    .filter((name) => /\.ya?ml$/.test(name))
    .sort()
    .map((name) => `${workflows}/${name}`)
    .map((path) => ({ path, lines: readFileSync(join(repository, path), 'utf8').split('\n') }));
}

const uses = /^\s*(?:-\s*)?uses:\s*(\S+)(.*)$/;
const pinned = /^[\w.-]+\/[\w./-]+@[0-9a-f]{40}$/;

/**
 * A tag can be moved to other code; a commit cannot. The version stands beside it for people and for Dependabot.
 * @type {Check}
 */
export const actionsArePinned = {
  name: 'actions are pinned to a commit',
  async run(repository) {
    return readWorkflows(repository).flatMap(({ path, lines }) =>
      lines.flatMap((line, index) => {
        const [, action = '', rest = ''] = uses.exec(line) ?? [];
        if (action === '' || action.startsWith('./')) return [];
        const place = `${path}:${index + 1}`;
        if (!pinned.test(action))
          return [`${place} uses ${action}: name the full commit, and the version in a comment.`];
        return /^\s+# v\d+\.\d+\.\d+$/.test(rest) ? [] : [`${place} names no version in a comment.`];
      }),
    );
  },
};

/**
 * The lines that a shell reads: those of `run`, and of the block below it.
 * @param {string[]} lines
 */
function scriptLines(lines) {
  let depth = Number.POSITIVE_INFINITY;
  return lines.flatMap((line, index) => {
    const indent = line.search(/\S/);
    if (indent !== -1 && indent <= depth) depth = Number.POSITIVE_INFINITY;
    const run = /^\s*(?:- )?run:/.test(line);
    if (run) depth = indent;
    return run || depth < Number.POSITIVE_INFINITY ? [{ line, number: index + 1 }] : [];
  });
}

/**
 * What the token of a workflow may do, and what of other people's text it runs.
 * @type {Check}
 */
export const workflowsAreNarrow = {
  name: 'workflows have few rights',
  async run(repository) {
    return readWorkflows(repository).flatMap(({ path, lines }) => {
      const text = lines.join('\n');
      const problems = [];
      if (!/^permissions:\n {2}contents: read$/m.test(text))
        problems.push(`${path} does not begin with read rights only.`);
      if (/\bpull_request_target\b|\bworkflow_run\b/.test(text))
        problems.push(`${path} runs with rights on code of strangers.`);
      if (/write-all/.test(text)) problems.push(`${path} asks for every right.`);
      const checkouts = text.match(/uses: actions\/checkout@/g)?.length ?? 0;
      const without = text.match(/persist-credentials: false/g)?.length ?? 0;
      if (checkouts !== without) problems.push(`${path} leaves the token of a checkout on disk.`);
      const scripted = scriptLines(lines).filter(({ line }) => line.includes('${{'));
      return [
        ...problems,
        ...scripted.map(({ number }) => `${path}:${number} puts an expression into a script: pass it in env.`),
      ];
    });
  },
};

/** @typedef {{ version?: string, resolved?: string, integrity?: string, link?: boolean, license?: string }} Locked */

/**
 * Installed packages of the lock file, by their path.
 * @param {string} repository
 * @returns {[path: string, locked: Locked][]}
 */
function readLocked(repository) {
  const file = join(repository, 'package-lock.json');
  if (!existsSync(file)) return [];
  /** @type {{ packages: Record<string, Locked> }} */
  const { packages } = JSON.parse(readFileSync(file, 'utf8'));
  return Object.entries(packages).filter(([path, { link }]) => path.includes('node_modules/') && !link);
}

/**
 * Packages come from the registry that npm is set up with, and their bytes are known.
 * @type {Check}
 */
export const lockFileIsSound = {
  name: 'the lock file knows the bytes of every package',
  async run(repository) {
    return readLocked(repository).flatMap(([path, { resolved, integrity, version }]) => {
      if (resolved !== undefined) return [`${path} is taken from an address of its own: ${new URL(resolved).protocol}`];
      if (!/^\d+\.\d+\.\d+/.test(version ?? '')) return [`${path} is of no version: ${version}.`];
      return /^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity ?? '') ? [] : [`${path} has no SHA-512 of its bytes.`];
    });
  },
};

const allowedLicences = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Unlicense',
  'Zlib',
]);

/** Packages with another licence, each with the reason why that is right. @type {[RegExp, string, string][]} */
const licenceExceptions = [
  [/^(@axe-core\/playwright|axe-core)$/, 'MPL-2.0', 'Only tests use it; we change none of its files.'],
  [
    /^lightningcss(-.+)?$/,
    'MPL-2.0',
    'Makes the style sheet when the dashboard is built; we change none of its files.',
  ],
  [
    /^@img\/sharp-/,
    'LGPL-3.0-or-later',
    'An optional library of Next.js, linked dynamically and not changed: anybody may replace it.',
  ],
  [/^argparse$/, 'Python-2.0', 'Part of the YAML reader of what makes types of the SDK; nothing of ours contains it.'],
  [/^caniuse-lite$/, 'CC-BY-4.0', 'Data that the build reads; it names its authors itself.'],
  [/^elkjs$/, 'EPL-2.0', 'Part of the command line of Prisma, which makes the client; nothing of ours contains it.'],
  [/^geist$/, 'SIL OPEN FONT LICENSE', 'A font; the dashboard serves it unchanged, under its own name.'],
  [
    /^(busboy|humanize-number|only|streamsearch)$/,
    'none',
    'MIT, as a file of each says in an old form. Part of the storage server of tests.',
  ],
  [/^seq-queue$/, 'none', 'Its LICENSE file is MIT; its package.json of 2012 does not say so.'],
];

/** Whether a licence, or every one that applies together, is allowed. @param {string} licence @param {string} name */
function isAllowed(licence, name) {
  const parts = licence.replaceAll(/[()]/g, '').split(/ and /i);
  return parts.every(
    (part) =>
      part.split(/ or /i).some((one) => allowedLicences.has(one)) ||
      licenceExceptions.some(([pattern, excepted]) => pattern.test(name) && excepted === part),
  );
}

/** @type {Check} */
export const licencesAreAllowed = {
  name: 'licences of packages are allowed',
  async run(repository) {
    const problems = readLocked(repository).flatMap(([path, { license = 'none' }]) => {
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
      return isAllowed(license, name) ? [] : [`${name} has the licence ${license}.`];
    });
    return [...new Set(problems)];
  },
};

/** @type {Check[]} */
export const supplyChainChecks = [actionsArePinned, workflowsAreNarrow, lockFileIsSound, licencesAreAllowed];
