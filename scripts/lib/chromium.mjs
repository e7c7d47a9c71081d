// @ts-check
// A Chromium for tests and screenshots: also as root, also on a machine where nothing is installed.
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  accessSync,
  constants,
  createReadStream,
  createWriteStream,
  existsSync,
  lstatSync,
  readFileSync,
} from 'node:fs';
import { chmod, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { brotliDecompressSync, createBrotliDecompress } from 'node:zlib';
import { isOwnDirectory } from './own-directory.mjs';
import { Problem } from './problem.mjs';

const require = createRequire(import.meta.url);
const systemNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
/** Without a sandbox because that does not work as root; with the machine's memory because /dev/shm of containers is small. */
const args = ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu', '--font-render-hinting=none'];

/** @typedef {{ executablePath: string, args: string[], env: Record<string, string> }} Chromium what `chromium.launch` takes */

/** @param {string} file */
function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** @param {string | undefined} path */
function onPath(path = '') {
  const candidates = systemNames.flatMap((name) => path.split(delimiter).map((directory) => join(directory, name)));
  return candidates.find(isExecutable);
}

/** The one that `npx playwright install` brings. */
async function ofPlaywright() {
  const { chromium } = await import('@playwright/test');
  const file = chromium.executablePath();
  return existsSync(file) ? file : undefined;
}

/** Takes a small tar archive apart. @param {string} archive @param {string} into */
async function untar(archive, into) {
  await mkdir(into, { recursive: true });
  const input = brotliDecompressSync(readFileSync(archive));
  const { status, error } = spawnSync('tar', ['-x', '--no-same-owner', '-C', into], { input });
  if (status !== 0) throw error ?? new Error(`tar could not unpack ${archive}`);
}

/**
 * Where to unpack to, so that later runs find it again: `wanted`, unless somebody else has put something there. What is ours
 * alone in a directory that everybody may write to cannot be replaced by others.
 * @param {string} wanted
 */
export function placeOf(wanted) {
  return isOwnDirectory(wanted) || !lstatSync(wanted, { throwIfNoEntry: false }) ? wanted : `${wanted}-${randomUUID()}`;
}

/** Unpacks the Chromium of the npm package once per version and user. Returns where it is. */
async function unpacked() {
  const main = require.resolve('@sparticuz/chromium');
  const home = main.slice(0, main.lastIndexOf('@sparticuz/chromium') + '@sparticuz/chromium'.length);
  const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
  const place = placeOf(join(tmpdir(), `tillgate-chromium-${version}-${process.getuid?.() ?? 0}`));
  if (isOwnDirectory(place)) return place;
  const draft = await mkdtemp(join(tmpdir(), 'tillgate-chromium-draft-'));
  const file = join(draft, 'chromium');
  await Promise.all([
    pipeline(createReadStream(join(home, 'bin/chromium.br')), createBrotliDecompress(), createWriteStream(file)),
    untar(join(home, 'bin/al2023.tar.br'), join(draft, 'libraries')),
    untar(join(home, 'bin/fonts.tar.br'), join(draft, 'fonts')),
  ]);
  const config = `<fontconfig><dir>${join(place, 'fonts')}</dir><cachedir>${join(place, 'font-cache')}</cachedir></fontconfig>`;
  await writeFile(join(draft, 'fonts/fonts.conf'), config);
  await chmod(file, 0o755);
  // Another run of ours may have been quicker: its copy is as good. A copy of a stranger is not.
  await rename(draft, place).catch(() => rm(draft, { recursive: true, force: true }));
  if (!isOwnDirectory(place)) throw new Problem(`${place} is not ours alone: remove it, or set TILLGATE_CHROMIUM.`);
  return place;
}

/** @returns {Promise<{ executablePath: string, env: Record<string, string> }>} */
async function ofNpm() {
  const place = await unpacked();
  const executablePath = join(place, 'chromium');
  /** @type {Record<string, string>} */
  const env = {};
  if (!existsSync('/etc/fonts/fonts.conf')) env.FONTCONFIG_FILE = join(place, 'fonts/fonts.conf');
  const { stderr } = spawnSync(executablePath, ['--version'], { encoding: 'utf8' });
  if (/error while loading shared libraries/.test(stderr)) env.LD_LIBRARY_PATH = join(place, 'libraries/lib');
  return { executablePath, env };
}

/** @type {Promise<Chromium> | undefined} */
let found;

/**
 * The browser that TILLGATE_CHROMIUM names, Playwright's own, the system's, or the one of the npm packages.
 * @returns {Promise<Chromium>}
 */
export function findChromium() {
  found ??= (async () => {
    const installed = process.env.TILLGATE_CHROMIUM || (await ofPlaywright()) || onPath(process.env.PATH);
    const { executablePath, env } = installed ? { executablePath: installed, env: {} } : await ofNpm();
    const own = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== undefined));
    return { executablePath, args, env: { .../** @type {Record<string, string>} */ (own), ...env } };
  })();
  return found;
}
