// @ts-check
// What the scripts use of our TypeScript; it works once the packages are installed and generated.
import { randomBytes, randomUUID } from 'node:crypto';
import { chmod, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { root } from './paths.mjs';

/**
 * What was loaded, by its specifier: one that is needed again, such as for a database that died, is not compiled again.
 * @type {Map<string, Promise<any>>}
 */
const loaded = new Map();
/** One after the other, because the end of one ends the compiler of all. @type {Promise<unknown>} */
let last = Promise.resolve();

/**
 * @param {string} specifier relative to this file
 * @returns {Promise<any>}
 */
function load(specifier) {
  const known = loaded.get(specifier);
  if (known) return known;
  const module = last.then(() => compile(specifier));
  last = module.catch(() => loaded.delete(specifier));
  loaded.set(specifier, module);
  return module;
}

/**
 * Bundles a module of ours and imports it. Nothing keeps running: the compiler is a process, and `npm start` runs for days.
 * @param {string} specifier
 */
async function compile(specifier) {
  const [{ bundle }, { stop }] = await Promise.all([import('./bundle.mjs'), import('esbuild')]);
  const file = join(root, `node_modules/.cache/tillgate-${randomUUID()}.cjs`);
  try {
    await bundle(fileURLToPath(new URL(specifier, import.meta.url)), file);
    return await import(pathToFileURL(file).href);
  } finally {
    await stop();
    await Promise.all([file, `${file}.map`, `${file}.LEGAL.txt`].map((each) => rm(each, { force: true })));
  }
}

/**
 * @param {import('../../packages/db/src/embedded/index.ts').PostgresOptions} options
 * @returns {Promise<import('../../packages/db/src/embedded/index.ts').RunningPostgres>}
 */
export async function startPostgres(options) {
  const module = await load('../../packages/db/src/embedded/index.ts');
  return module.startPostgres(options);
}

/**
 * Applies new migrations and gives the roles of the processes their rights. Returns the names of migrations that were changed
 * after they had been applied, and the warning when roles are missing.
 * @param {string} url
 * @returns {Promise<{ edited: string[], warning: string | undefined }>}
 */
export async function migrate(url) {
  /** @type {typeof import('../../packages/db/src/migrate/index.ts')} */
  const module = await load('../../packages/db/src/migrate/index.ts');
  const { roles } = await module.migrateDatabase(url);
  return { edited: await module.edited(url), warning: module.rolesWarning(roles) };
}

/** @typedef {Record<'api' | 'worker' | 'web' | 'cli' | 'pay', string>} ByProcess */

/**
 * Lets the roles of the processes sign in to the embedded server. Their passwords are in the data directory, made on the
 * first start; one of a later release is added. Returns connection strings by process.
 * @param {string} dataDir
 * @param {string} url of the owner
 * @returns {Promise<ByProcess>}
 */
export async function giveLogins(dataDir, url) {
  const file = join(dataDir, 'database-passwords.json');
  const text = await readFile(file, 'utf8').catch(() => '{}');
  const password = () => randomBytes(24).toString('base64url');
  /** @type {ByProcess} */
  const passwords = {
    ...{ api: password(), worker: password(), web: password(), cli: password(), pay: password() },
    ...JSON.parse(text),
  };
  const whole = `${JSON.stringify(passwords, null, 2)}\n`;
  if (whole !== text) await writeSecret(file, whole);
  const module = await load('../../packages/db/src/roles/index.ts');
  return module.giveLogins(url, passwords);
}

/**
 * What the schema has and the migrations lack, as SQL; '' without drift.
 * @param {string} adminUrl
 * @returns {Promise<string>}
 */
export async function findDrift(adminUrl) {
  const module = await load('../../packages/db/src/migrate/index.ts');
  return module.pending(adminUrl);
}

/** @typedef {{ publicKey: string, privateKey: string }} SealKeys */

/**
 * The keys that secrets at rest are sealed with: the ones in the data directory, made on the first start.
 * @param {string} dataDir
 * @returns {Promise<SealKeys>}
 */
export async function ensureSealKeys(dataDir) {
  const file = join(dataDir, 'seal-keys.json');
  const known = await readFile(file, 'utf8').catch(() => undefined);
  if (known !== undefined) return JSON.parse(known);
  const { generateSealKeys } = await load('../../packages/domain/src/sealing/index.ts');
  /** @type {SealKeys} */
  const keys = await generateSealKeys();
  await writeSecret(file, `${JSON.stringify(keys, null, 2)}\n`);
  return keys;
}

/**
 * What the dashboard signs its sessions with: the one in the data directory, made on the first start.
 * @param {string} dataDir
 * @returns {Promise<string>}
 */
export function ensureWebSecret(dataDir) {
  return ensureRandom(join(dataDir, 'web-secret'), 'base64url');
}

/**
 * What the dashboard encrypts authenticator apps under: the keys in the data directory. The first
 * start makes one.
 * @param {string} dataDir
 * @returns {Promise<string>}
 */
export function ensureVaultKeys(dataDir) {
  return ensureRandom(join(dataDir, 'vault-keys'), 'base64');
}

/**
 * The key that phone numbers of the stop list are hashed under.
 * @param {string} dataDir
 * @returns {Promise<string>}
 */
export function ensurePhoneHashKey(dataDir) {
  return ensureRandom(join(dataDir, 'phone-hash-key'), 'base64');
}

/**
 * The key that the addresses of payment links are derived under.
 * @param {string} dataDir
 * @returns {Promise<string>}
 */
export function ensureLinkKey(dataDir) {
  return ensureRandom(join(dataDir, 'link-key'), 'base64');
}

/**
 * @param {string} file
 * @param {'base64' | 'base64url'} form of 32 random bytes, when there is no file yet
 * @returns {Promise<string>}
 */
async function ensureRandom(file, form) {
  const known = await readFile(file, 'utf8').catch(() => '');
  if (known.trim()) return known.trim();
  const secret = randomBytes(32).toString(form);
  await writeSecret(file, `${secret}\n`);
  return secret;
}

/**
 * Writes a file that we alone may read, all at once.
 * @param {string} file
 * @param {string} content
 */
export async function writeSecret(file, content) {
  await writeFile(`${file}.new`, content, { mode: 0o600 });
  await chmod(`${file}.new`, 0o600);
  await rename(`${file}.new`, file);
}
