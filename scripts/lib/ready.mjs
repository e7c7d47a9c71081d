// @ts-check
import { setTimeout as delay } from 'node:timers/promises';
import { Problem } from './problem.mjs';

const pollMs = 50;
const requestTimeoutMs = 2_000;

/**
 * Waits until an address returns 200.
 * @param {{ name: string, url: string, timeoutMs: number, logFile: string, isCancelled?: () => boolean }} options
 */
export async function awaitReady({ name, url, timeoutMs, logFile, isCancelled = () => false }) {
  const deadline = Date.now() + timeoutMs;
  while (Date.now() < deadline && !isCancelled()) {
    const isReady = await fetch(url, { signal: AbortSignal.timeout(requestTimeoutMs) })
      .then(async (response) => {
        await response.arrayBuffer();
        return response.ok;
      })
      .catch(() => false);
    if (isReady) return;
    await delay(pollMs);
  }
  throw new Problem(`${name} did not become ready within ${timeoutMs / 1000} s: see ${logFile}.`);
}
