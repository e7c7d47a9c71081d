/** Time and chance, as a port: tests pass their own. */
export type Clock = {
  /** Milliseconds that only grow. */
  now(): number;
  /** 0 to 1. */
  random(): number;
  /** Waits. Throws the reason of the signal if that is aborted meanwhile. */
  pause(ms: number, signal?: AbortSignal): Promise<void>;
};

export const systemClock: Clock = {
  now: () => performance.now(),
  random: () => Math.random(),
  pause: (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const onAbort = () => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', onAbort);
        resolve();
      }, ms);
      signal?.addEventListener('abort', onAbort, { once: true });
    }),
};

/** What {@link within} throws when time is up. */
export const timeIsUp = Symbol('time is up');

/**
 * Runs `act` for so long at most. The signal that it gets is aborted when time is up or `outer` is aborted. Ends then
 * even if `act` ignores the signal. (AbortSignal.any is missing in older runtimes.)
 * @throws timeIsUp, or the reason of `outer`
 */
export async function within<T>(
  timeoutMs: number,
  outer: AbortSignal | undefined,
  act: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  outer?.throwIfAborted();
  const controller = new AbortController();
  const onAbort = () => controller.abort(outer?.reason);
  outer?.addEventListener('abort', onAbort, { once: true });
  const timer = setTimeout(() => controller.abort(timeIsUp), timeoutMs);
  const over = new Promise<never>((_resolve, reject) => {
    controller.signal.addEventListener('abort', () => reject(controller.signal.reason), { once: true });
  });
  try {
    return await Promise.race([act(controller.signal), over]);
  } catch (error) {
    // What fetch throws for an aborted signal differs between runtimes; the reason does not.
    throw controller.signal.aborted ? controller.signal.reason : error;
  } finally {
    clearTimeout(timer);
    outer?.removeEventListener('abort', onAbort);
    // A rejection that nobody waits for would end a Node process.
    over.catch(() => undefined);
  }
}
