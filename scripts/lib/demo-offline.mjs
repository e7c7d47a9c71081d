// @ts-check
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { environmentOf } from './environment.mjs';
import { Problem } from './problem.mjs';
import { processes } from './processes.mjs';
import { awaitReady } from './ready.mjs';

/** How long one request to the API may take. */
const requestTimeoutMs = 10_000;
/** How long a start waits for a registration before it prints its banner. A slower one goes on afterwards. */
const patienceMs = 1_000;
/** Where the simulator of this start listens, in the URLs that people write. */
const thisMachine = new Set(['localhost', '127.0.0.1']);

/**
 * Whether the sandbox of this start is the simulator that the start runs itself, and no other provider.
 * @param {import('./environment.mjs').Facts} facts
 * @param {Record<string, string | undefined>} own the environment that the user gave
 */
export function isOwnSimulator(facts, own) {
  const { PROVIDER_SANDBOX_URL = '' } = environmentOf('api', own, facts);
  if (!URL.canParse(PROVIDER_SANDBOX_URL)) return false;
  const { protocol, hostname, port } = new URL(PROVIDER_SANDBOX_URL);
  return protocol === 'http:' && thisMachine.has(hostname) && port === String(facts.ports.SIMULATOR_PORT);
}

/**
 * Keeps the shortcode of the demo shop registered for offline payments with the simulator, and its accounts at further
 * networks known to their portals. The simulator keeps both in memory, so it needs them after each of its starts. The API makes it, at the door of merchants and with the
 * sandbox key of the demo shop: no other application can be meant. Nothing happens without that key, or when the sandbox is
 * another provider. A failure is one line and ends nothing.
 * @param {{
 *   demo: Pick<import('./demo.mjs').Demo, 'key' | 'portals'>,
 *   facts: import('./environment.mjs').Facts,
 *   say: (text: string) => void,
 *   isCancelled?: () => boolean,
 *   own?: Record<string, string | undefined>,
 * }} options
 */
export function keepDemoRegistered({
  demo: { key, portals = [] },
  facts,
  say,
  isCancelled = () => false,
  own = process.env,
}) {
  const isWanted = Boolean(key) && isOwnSimulator(facts, own);
  /** @type {Promise<void>} */
  let latest = Promise.resolve();
  const register = async () => {
    try {
      await Promise.all([ready('simulator', facts, isCancelled), ready('api', facts, isCancelled)]);
      await Promise.all(portals.map((portal) => tellPortal(portal, facts)));
      await askApi(key, facts);
    } catch (error) {
      if (isCancelled()) return;
      const reason = error instanceof Problem ? error.message : 'the API did not answer.';
      const remedy = 'To register its shortcode, open Offline payments, Settings in the dashboard.';
      say(`The demo shop may get no offline payments: ${reason} ${remedy}`);
    }
  };
  return {
    /**
     * A process was started. A simulator that was just started knows no shortcode.
     * @param {string} part
     */
    onLaunch(part) {
      if (isWanted && part === 'simulator') latest = register();
    },
    /** Waits a moment for the last registration. It never fails. */
    settled: () => Promise.race([latest, delay(patienceMs, undefined, { ref: false })]),
  };
}

/**
 * @param {'simulator' | 'api'} name
 * @param {import('./environment.mjs').Facts} facts
 * @param {() => boolean} isCancelled
 */
async function ready(name, { ports, DATA_DIR }, isCancelled) {
  for (const { part, port, health, timeoutMs } of processes.filter(({ part }) => part === name)) {
    const logFile = join(DATA_DIR, 'logs', `${part}.log`);
    await awaitReady({ name, url: `http://localhost:${ports[port]}${health}`, timeoutMs, logFile, isCancelled });
  }
}

/**
 * @param {NonNullable<import('./demo.mjs').Demo['portals']>[number]} portal
 * @param {import('./environment.mjs').Facts} facts
 */
async function tellPortal({ rail, clientId, callbackKey, hookToken }, { ports }) {
  const callbackUrl = `http://localhost:${ports.API_PORT}/functions/v1/rail-hook/${hookToken}`;
  const answer = await fetch(`http://localhost:${ports.SIMULATOR_PORT}/admin/${rail}/portal`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ clientId, callbackUrl, callbackKey }),
    signal: AbortSignal.timeout(requestTimeoutMs),
  });
  await answer.body?.cancel();
  if (!answer.ok) throw new Problem(`the portal of ${rail} answered ${answer.status}.`);
}

/**
 * @param {string} key
 * @param {import('./environment.mjs').Facts} facts
 */
async function askApi(key, { ports }) {
  const answer = await fetch(`http://localhost:${ports.API_PORT}/functions/v1/c2b-register`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
    signal: AbortSignal.timeout(requestTimeoutMs),
  });
  const problem = answer.ok ? undefined : await answer.json().catch(() => ({}));
  if (problem) throw new Problem(`the API answered ${answer.status} ${problem.code ?? '(no code)'}.`);
}
