// @ts-check
// `node ops/start.mjs NAME`: runs one of Tillgate's processes in this process, so that signals reach it. The image's entry.
import { fileURLToPath, pathToFileURL } from 'node:url';

const app = new URL('../', import.meta.url);
const usage = `Usage: node ops/start.mjs COMMAND, or the image with one of these commands:

  api          the public API
  worker       settlement, webhooks and background functions
  web          the dashboard
  pay          the pages on which people pay
  simulator    the simulated provider, for trials
  tillgate …   a command, such as: tillgate migrate, tillgate doctor
  check URL    exits with 0 when the URL answers with 200, for health checks

Settings come from the environment: see .env.example and docs/operating.md.
`;
const mains = {
  api: 'apps/public-api/dist/main.js',
  worker: 'inngest/dist/main.js',
  pay: 'apps/pay/dist/main.js',
  simulator: 'apps/simulator/dist/main.js',
  tillgate: 'apps/cli/dist/main.js',
};
const checkMs = 4_000;

/** @param {string} file @param {string[]} args */
async function runMain(file, args) {
  const path = fileURLToPath(new URL(file, app));
  process.argv = [process.execPath, path, ...args];
  process.setSourceMapsEnabled(true);
  await import(pathToFileURL(path).href);
}

/** Next reads its build from the working directory. */
async function runDashboard() {
  process.env.NODE_ENV ??= 'production';
  const web = new URL('apps/web/', app);
  process.chdir(fileURLToPath(web));
  await import(new URL('request-deadlines.mjs', web).href);
  const { WEB_PORT = '3000', WEB_HOST = 'localhost' } = process.env;
  await runMain('node_modules/next/dist/bin/next', ['start', '--port', WEB_PORT, '--hostname', WEB_HOST]);
}

/** @param {string | undefined} url */
async function check(url) {
  if (!url) throw new Error('check needs a URL.');
  const { status } = await fetch(url, { signal: AbortSignal.timeout(checkMs) });
  if (status !== 200) throw new Error(`${url} answered with ${status}.`);
}

async function start() {
  const [name = '--help', ...args] = process.argv.slice(2);
  if (name === 'check') return check(args[0]);
  const main = Object.entries(mains).find(([known]) => known === name)?.[1];
  if (name === 'web' || (main && name !== 'tillgate')) await import('./end-when-stuck.mjs');
  if (name === 'web') return runDashboard();
  if (main) return runMain(main, args);
  (name === '--help' ? process.stdout : process.stderr).write(usage);
  if (name !== '--help') process.exitCode = 2;
}

try {
  await start();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
