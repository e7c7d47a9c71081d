// @ts-check
import { once } from 'node:events';
import { createServer } from 'node:net';
import { Problem } from './problem.mjs';

/**
 * @param {number} port
 * @param {string} [host]
 * @returns {Promise<boolean>}
 */
export async function isFree(port, host) {
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
 * The ports of a start, from the environment or the defaults. Throws a sentence when one is no port, or taken, or named
 * twice.
 * @param {Record<string, string | undefined>} environment
 * @param {Record<string, number>} defaults by variable
 * @returns {Promise<Record<string, number>>}
 */
export async function choosePorts(environment, defaults) {
  /** @type {Record<string, number>} */
  const ports = {};
  for (const [variable, fallback] of Object.entries(defaults)) {
    const port = environment[variable] ? Number(environment[variable]) : fallback;
    if (!Number.isInteger(port) || port < 1 || port > 65_535)
      throw new Problem(`${variable} is not a port: ${environment[variable]}.`);
    const same = Object.entries(ports).find(([, other]) => other === port);
    if (same) throw new Problem(`${variable} and ${same[0]} are both ${port}: give them different ports.`);
    // Listening everywhere fails when anybody listens anywhere; the loopback address alone is what most processes take.
    if (!(await isFree(port)) || !(await isFree(port, '127.0.0.1'))) {
      throw new Problem(`Port ${port} is taken: stop what uses it, or set ${variable} to a free port.`);
    }
    ports[variable] = port;
  }
  return ports;
}
