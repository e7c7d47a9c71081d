// @ts-check
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkBoundaries } from './boundaries.mjs';
import { documentReferences, mapOfTheCode, quotations } from './documents.mjs';
import { building, buildingLater, doors } from './expression-doors.mjs';
import { expressionsBelow } from './hostile-texts.mjs';
import { recursiveBelow } from './recursive-functions.mjs';
import { bounded, walks } from './recursive-walks.mjs';
import { runCaptured } from './run.mjs';
import { supplyChainChecks } from './supply-chain.mjs';
import { filesBelow, workspacesIn } from './workspaces.mjs';
import { readWriters } from './writers.mjs';

/** @typedef {{ name: string, problems: string[] }} CheckResult */
/** @typedef {{ name: string, run: (repository: string) => Promise<string[]> }} Check returns its problems, one text each */

const quietTurbo = { TURBO_TELEMETRY_DISABLED: '1', TURBO_NO_UPDATE_NOTIFIER: '1' };

/**
 * The compiler is a Go program that ends before it fills 2 GiB. Collecting its garbage costs a fifth of its time or more.
 * turbo.json hands these variables on.
 */
const noCollections = { GOGC: 'off', GOMEMLIMIT: '3GiB' };

/**
 * A check that is a program: it is fine when it ends with 0.
 * @param {string} name
 * @param {string[]} command
 * @returns {Check}
 */
function program(name, [file = '', ...args]) {
  return {
    name,
    async run(repository) {
      const env = { ...process.env, ...quietTurbo, ...noCollections };
      const { code, stdout, stderr } = await runCaptured(file, args, { cwd: repository, env });
      return code === 0 ? [] : [`${stdout}${stderr}`.trim() || `exit code ${code}`];
    },
  };
}

const bin = 'node_modules/.bin';

/**
 * Checks types, and keeps what it learned for the next time. In one thread: several of these run side by side, and each
 * thread would read most of the types for itself.
 * @param {string} name
 * @param {string} project
 */
const types = (name, project) =>
  program(name, [
    ...[`${bin}/tsc`, '--noEmit', '--singleThreaded', '-p', project],
    ...['--incremental', '--tsBuildInfoFile', `.turbo/types-${name.replaceAll(/\W+/g, '-')}.tsbuildinfo`],
  ]);

/** @type {Check} */
const boundaries = {
  name: 'boundaries',
  async run(repository) {
    const { violations } = await checkBoundaries(repository);
    return violations.map(({ rule, comment, from, to }) => `${from} imports ${to}: ${rule}. ${comment}`);
  },
};

/**
 * Lines of our sources that match, with their place.
 * @param {string} repository
 * @param {RegExp} pattern
 * @param {(path: string) => boolean} isAllowed
 */
function linesWith(repository, pattern, isAllowed) {
  return workspacesIn(repository).flatMap((workspace) =>
    filesBelow(join(repository, workspace), /\.(ts|tsx|mjs)$/)
      .map((file) => `${workspace}/${file}`)
      .filter((path) => !isAllowed(path))
      .flatMap((path) => {
        const lines = readFileSync(join(repository, path), 'utf8').split('\n');
        return lines.flatMap((line, index) =>
          pattern.test(line.replace(/^\s*(\*|\/\/).*$/, '')) ? [`${path}:${index + 1}`] : [],
        );
      }),
  );
}

const isTest = (/** @type {string} */ path) =>
  /\.(test|fixture)\.(ts|tsx|mjs)$|\/testing(\/|\.ts$)|^(e2e|bench|torture)\//.test(path);

/** @type {Check} */
export const environmentOnlyInEnv = {
  name: 'process.env only in env.ts',
  async run(repository) {
    const isAllowed = (/** @type {string} */ path) =>
      // Next makes its server before it loads any module of ours.
      path === 'apps/web/request-deadlines.mjs' ||
      path === 'apps/web/next.config.mjs' ||
      path.endsWith('/env.ts') ||
      path.endsWith('.config.ts') ||
      isTest(path);
    return linesWith(repository, /\bprocess\.env\b/, isAllowed).map((place) => `${place} reads process.env.`);
  },
};

/** @type {Check} */
export const fetchOnlyAtTheEdges = {
  name: 'fetch only where connections may be opened',
  async run(repository) {
    const isAllowed = (/** @type {string} */ path) =>
      isTest(path) ||
      /^(packages\/(provider|ui)|apps\/(simulator|cli|web))\/|^inngest\/src\/(courier|embedded|client|server)/.test(
        path,
      );
    return linesWith(repository, /(?<![.\w])fetch\(/, isAllowed).map((place) => `${place} calls fetch.`);
  },
};

/** @type {Check} */
export const noCanParse = {
  name: 'URLs are parsed and not asked whether they can be',
  async run(repository) {
    // In Node.js 20 `URL.canParse` refuses every text that is not ASCII, once it is called often.
    return linesWith(repository, /\bURL\.canParse\b/, () => false).map((place) => `${place} calls URL.canParse.`);
  },
};

/** @type {Check} */
export const oneWriterPerStatus = {
  name: 'one file writes each status column',
  async run(repository) {
    return [...readWriters(repository)]
      .filter(([, files]) => files.length !== 1)
      .map(([column, files]) => `${column} is written by ${files.length === 0 ? 'no file' : files.join(', ')}.`);
  },
};

const readsOnly = /^packages\/domain\/src\/reading\//;
const writing =
  /\b(INSERT INTO|UPDATE \w+( \w+)? SET|DELETE FROM)\b|\.(create|update|upsert|delete)(Many|ManyAndReturn)?\(\{/;

/** @type {Check} */
export const readingWritesNothing = {
  name: 'the reading floor writes nothing',
  async run(repository) {
    const isAllowed = (/** @type {string} */ path) => isTest(path) || !readsOnly.test(path);
    return linesWith(repository, writing, isAllowed).map((place) => `${place} writes.`);
  },
};

/**
 * Where a network of its own may be named: its folders, and the one line of each table. M-PESA is the first one, and texts,
 * pages and rooms of offline payments and QR codes say its name.
 */
const railFolders =
  /^(packages\/provider|apps\/simulator)\/src\/airtel\/|^packages\/domain\/src\/(rails|applications\/rails)\//;
const otherRails = /(['"`])airtel\1/;

/** @type {Check} */
export const railsInTheirFolders = {
  name: 'a second network is named in its folders alone',
  async run(repository) {
    const isAllowed = (/** @type {string} */ path) => isTest(path) || railFolders.test(path);
    return linesWith(repository, otherRails, isAllowed).map(
      (place) => `${place} names a network. Ask its port or a trait in packages/domain/src/rails.`,
    );
  },
};

/** @type {Check} */
export const expressionsHaveDoors = {
  name: 'regular expressions that are built or slow have a line, and lines an expression',
  async run(repository) {
    const found = await expressionsBelow(repository);
    const listed = [...building, ...Object.keys(buildingLater)];
    const builders = found.filter(({ source }) => source === '').map(({ file }) => file);
    return [
      ...[...new Set(builders)]
        .filter((file) => !listed.includes(file))
        .map((file) => `${file} builds a regular expression and has no line in scripts/lib/expression-doors.mjs.`),
      ...listed.filter((file) => !builders.includes(file)).map((file) => `${file} builds no regular expression.`),
      ...doors
        .filter((door) => !found.some(({ file, source }) => file === door.file && source === door.source))
        .map(({ file, source }) => `${file} has no regular expression /${source}/.`),
    ];
  },
};

/** @type {Check} */
export const recursionIsBounded = {
  name: 'recursive functions that outsiders can reach have a line, and lines a function',
  async run(repository) {
    const found = new Set((await recursiveBelow(repository)).map(({ file }) => file));
    const listed = [...Object.keys(walks), ...Object.keys(bounded)];
    return [
      ...[...found]
        .filter((file) => !listed.includes(file))
        .map((file) => `${file} has a recursive function and no line in scripts/lib/recursive-walks.mjs.`),
      ...listed.filter((file) => !found.has(file)).map((file) => `${file} has no recursive function.`),
    ];
  },
};

const fileLinesMax = 250;

/** @type {Check} */
export const filesOfModestSize = {
  name: `no source file is over ${fileLinesMax} lines`,
  async run(repository) {
    return workspacesIn(repository).flatMap((workspace) =>
      filesBelow(join(repository, workspace), /\.(ts|tsx|mjs)$/)
        .map((file) => `${workspace}/${file}`)
        .filter((path) => !isTest(path) && !path.includes('/generated/'))
        .map((path) => ({ path, lines: readFileSync(join(repository, path), 'utf8').split('\n').length - 1 }))
        .filter(({ lines }) => lines > fileLinesMax)
        .map(({ path, lines }) => `${path} has ${lines} lines.`),
    );
  },
};

/**
 * Files that are made from sources and kept in the repository. Each command ends with 0 when the file is what the
 * sources make of it.
 * @type {{ file: string, command: string[] }[]}
 */
const generatedFiles = [
  {
    file: 'apps/public-api/openapi.json',
    command: ['npm', 'run', '-s', '-w', '@tillgate/public-api', 'openapi', '--', '--check'],
  },
  {
    file: 'packages/sdk/src/generated/openapi.ts',
    command: [process.execPath, 'scripts/sdk-types.mjs', '--check'],
  },
  { file: 'docs/structure.md', command: [process.execPath, 'scripts/structure.mjs', '--check'] },
];

/** @type {Check[]} */
const checks = [
  program('format and lint', [`${bin}/biome`, 'check', '--error-on-warnings', '.']),
  // One program for all that is plain Node.js: a program for each workspace would read the domain again each time.
  types('types', '.'),
  program('types of pages, components and the SDK', [
    ...[`${bin}/turbo`, 'run', 'typecheck', '--output-logs=errors-only', '--continue'],
  ]),
  types('types of the scripts, the end-to-end tests, the bench and the torture', 'e2e'),
  types('types of the examples', 'examples'),
  boundaries,
  // knip.json names what is loaded by its path.
  program('every file, export and package is used', [`${bin}/knip`, '--no-progress']),
  environmentOnlyInEnv,
  fetchOnlyAtTheEdges,
  noCanParse,
  oneWriterPerStatus,
  readingWritesNothing,
  railsInTheirFolders,
  filesOfModestSize,
  expressionsHaveDoors,
  recursionIsBounded,
  documentReferences,
  mapOfTheCode,
  quotations,
  ...supplyChainChecks,
  ...generatedFiles.map(({ file, command }) => program(`${file} is up to date`, command)),
];

/**
 * Runs the checks at the same time and returns their results in the given order.
 * @param {string} repository
 * @param {Check[]} [selected]
 * @returns {Promise<CheckResult[]>}
 */
export function runChecks(repository, selected = checks) {
  return Promise.all(
    selected.map(async ({ name, run }) => {
      try {
        return { name, problems: await run(repository) };
      } catch (error) {
        return { name, problems: [error instanceof Error ? (error.stack ?? error.message) : String(error)] };
      }
    }),
  );
}
