import { reasonOf } from './part.ts';

/** More than a worker takes to ask an Inngest server that hangs. */
export const probeTimeoutMs = 5_000;

/** Returns whether an HTTP server responds at an address. Any status counts. */
export async function probe(url: string): Promise<{ reached: true } | { reached: false; reason: string }> {
  try {
    const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(probeTimeoutMs) });
    await response.body?.cancel();
    return { reached: true };
  } catch (error) {
    const timedOut = error instanceof DOMException && error.name === 'TimeoutError';
    return { reached: false, reason: timedOut ? `no response within ${probeTimeoutMs / 1000} s` : reasonOf(error) };
  }
}
