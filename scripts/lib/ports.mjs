// @ts-check
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { Problem } from './problem.mjs';

const pollMs = 100;

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
 * @param {number} patienceMs how long a port may stay taken
 * @returns {Promise<boolean>}
 */
async function becomesFree(port, patienceMs) {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    if ((await canListen(port)) && (await canListen(port, '127.0.0.1'))) return true;
    if (Date.now() >= deadline) return false;
    await delay(pollMs);
  }
}

/**
 * The ports of a start, from the environment or the defaults. Throws a sentence when one is no port, or taken, or named
 * twice.
 * @param {Record<string, string | undefined>} environment
 * @param {Record<string, number>} defaults by variable
 * @param {number} [patienceMs] how long to wait for processes that are about to end
 * @returns {Promise<Record<string, number>>}
 */
export async function choosePorts(environment, defaults, patienceMs = 0) {
  /** @type {Record<string, number>} */
  const ports = {};
  for (const [variable, fallback] of Object.entries(defaults)) {
    const port = environment[variable] ? Number(environment[variable]) : fallback;
    if (!Number.isInteger(port) || port < 1 || port > 65_535)
      throw new Problem(`${variable} is not a port: ${environment[variable]}.`);
    const same = Object.entries(ports).find(([, other]) => other === port);
    if (same) throw new Problem(`${variable} and ${same[0]} are both ${port}: give them different ports.`);
    if (!(await becomesFree(port, patienceMs))) {
      throw new Problem(`Port ${port} is taken: stop what uses it, or set ${variable} to a free port.`);
    }
    ports[variable] = port;
  }
  return ports;
}

/** Below what the kernel hands out to others, so that nobody takes them meanwhile. */
const quietPorts = { min: 15_000, max: 30_000 };

/**
 * Ports that nobody uses, for a system that nobody but its tests speaks to.
 * @param {string[]} variables
 * @returns {Promise<Record<string, number>>} by variable
 */
export async function freePorts(variables) {
  /** @type {Record<string, number>} */
  const ports = {};
  for (const variable of variables) {
    while (ports[variable] === undefined) {
      const port = quietPorts.min + Math.floor(Math.random() * (quietPorts.max - quietPorts.min));
      if (!Object.values(ports).includes(port) && (await becomesFree(port, 0))) ports[variable] = port;
    }
  }
  return ports;
}
