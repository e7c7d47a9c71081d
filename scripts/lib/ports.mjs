// @ts-check
import { once } from 'node:events';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Problem } from './problem.mjs';

const pollMs = 100;
/** How many ports above the usual one are tried. */
const triesMax = 100;
const portMax = 65_535;

/** Ports by the variable that sets them. @typedef {Record<string, number>} Ports */

/**
 * @param {number} port
 * @param {string} [host]
 * @returns {Promise<boolean>}
 */
async function canListen(port, host) {
  const server = createServer();
  try {
    server.listen({ port, host, exclusive: true });
    await once(server, 'listening');
    return true;
  } catch {
    return false;
  } finally {
    server.close();
  }
}

/**
 * Whether nobody listens on a port. Listening everywhere fails when anybody listens anywhere, except that some systems
 * let it pass when only the loopback address is taken.
 * @param {number} port
 * @param {number} deadline how long a port may stay taken, in milliseconds since 1970
 * @returns {Promise<boolean>}
 */
async function becomesFree(port, deadline) {
  for (;;) {
    if ((await canListen(port)) && (await canListen(port, '127.0.0.1'))) return true;
    if (Date.now() >= deadline) return false;
    await delay(pollMs);
  }
}

/**
 * The ports that somebody set. Throws a sentence when one is not a port, or stands for two.
 * @param {Record<string, string | undefined>} environment
 * @param {string[]} variables
 * @returns {Ports}
 */
function portsSet(environment, variables) {
  /** @type {Ports} */
  const ports = {};
  for (const variable of variables.filter((name) => environment[name])) {
    const port = Number(environment[variable]);
    if (!Number.isInteger(port) || port < 1 || port > portMax) {
      throw new Problem(`${variable} is not a port: ${environment[variable]}.`);
    }
    const same = Object.keys(ports).find((other) => ports[other] === port);
    if (same) throw new Problem(`${variable} and ${same} are both ${port}: give them different ports.`);
    ports[variable] = port;
  }
  return ports;
}

/**
 * The ports that a start takes when they are free: those that are set, then those of the last start, then the usual ones.
 * @param {Record<string, string | undefined>} environment
 * @param {Ports} usual
 * @param {Ports} remembered
 * @returns {Ports}
 */
export function plannedPorts(environment, usual, remembered) {
  return { ...usual, ...remembered, ...portsSet(environment, Object.keys(usual)) };
}

/**
 * Chooses free ports for a start. A port that is set in the environment is taken or refused. Any other one gives way when
 * somebody uses it: the next free port is chosen.
 * @param {Record<string, string | undefined>} environment
 * @param {Ports} usual
 * @param {{ remembered?: Ports, patienceMs?: number }} [options] the ports of the last start, and how long to wait for
 *   processes that are about to end
 * @returns {Promise<{ ports: Ports, moved: { variable: string, from: number, to: number }[] }>}
 * @throws Problem a port in the environment is not valid, named twice, or taken
 */
export async function choosePorts(environment, usual, { remembered = {}, patienceMs = 0 } = {}) {
  const set = portsSet(environment, Object.keys(usual));
  const planned = plannedPorts(environment, usual, remembered);
  const deadline = Date.now() + patienceMs;
  for (const [variable, port] of Object.entries(set)) {
    if (await becomesFree(port, deadline)) continue;
    throw new Problem(`Port ${port} is taken: stop what uses it, or set ${variable} to a free port.`);
  }
  const ports = { ...set };
  const moved = [];
  for (const variable of Object.keys(usual).filter((name) => set[name] === undefined)) {
    const from = planned[variable] ?? 0;
    const others = Object.entries({ ...planned, ...ports }).filter(([name]) => name !== variable);
    const isOurs = (/** @type {number} */ port) => others.some(([, other]) => other === port);
    const isEarlier = Object.values(ports).includes(from);
    const to = !isEarlier && (await becomesFree(from, deadline)) ? from : await nextFree(usual[variable] ?? 0, isOurs);
    if (to !== from) moved.push({ variable, from, to });
    ports[variable] = to;
  }
  return { ports, moved };
}

/**
 * @param {number} first
 * @param {(port: number) => boolean} isOurs
 * @returns {Promise<number>}
 */
async function nextFree(first, isOurs) {
  for (let port = first; port < Math.min(first + triesMax, portMax); port += 1) {
    if (!isOurs(port) && (await becomesFree(port, 0))) return port;
  }
  throw new Problem(`The ports from ${first} on are all taken: stop what uses them.`);
}

/** @param {string} dataDir */
const fileIn = (dataDir) => join(dataDir, 'ports.json');

/**
 * The ports of the last start on this data directory; none when there was none.
 * @param {string} dataDir
 * @returns {Promise<Ports>}
 */
export async function readPorts(dataDir) {
  try {
    const entries = Object.entries(JSON.parse(await readFile(fileIn(dataDir), 'utf8')));
    return Object.fromEntries(entries.filter(([, port]) => Number.isInteger(port) && port > 0 && port <= portMax));
  } catch {
    return {};
  }
}

/**
 * Notes the ports of this start for the next one. Those that are set in the environment hold for this start alone.
 * @param {string} dataDir
 * @param {Ports} ports
 * @param {Record<string, string | undefined>} environment
 */
export async function rememberPorts(dataDir, ports, environment) {
  const chosen = Object.fromEntries(Object.entries(ports).filter(([variable]) => !environment[variable]));
  const known = { ...(await readPorts(dataDir)), ...chosen };
  await writeFile(`${fileIn(dataDir)}.new`, `${JSON.stringify(known, null, 2)}\n`);
  await rename(`${fileIn(dataDir)}.new`, fileIn(dataDir));
}

/** Below what the kernel hands out to others, so that nobody takes them meanwhile. */
const quietPorts = { min: 15_000, max: 30_000 };

/**
 * Ports that nobody uses, for a system that nobody but its tests speaks to.
 * @param {string[]} variables
 * @returns {Promise<Ports>} by variable
 */
export async function freePorts(variables) {
  /** @type {Ports} */
  const ports = {};
  for (const variable of variables) {
    while (ports[variable] === undefined) {
      const port = quietPorts.min + Math.floor(Math.random() * (quietPorts.max - quietPorts.min));
      if (!Object.values(ports).includes(port) && (await becomesFree(port, 0))) ports[variable] = port;
    }
  }
  return ports;
}
