import { createSimulator, type SimulatorOptions } from './app.ts';

export type { SimulatorOptions } from './app.ts';

/**
 * Starts a simulator on a free local port, for tests. `url` has no trailing slash. `close` also drops pending
 * callbacks.
 */
export const startSimulator = async (
  options: SimulatorOptions = {},
): Promise<{ url: string; close(): Promise<void> }> => {
  const simulator = createSimulator(options);
  const url = await simulator.listen(0);
  return { url, close: () => simulator.close() };
};
