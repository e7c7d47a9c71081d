/** The circuit breaker of an endpoint looks this far back … */
export const circuitWindowSeconds = 300;
/** … judges when there were so many attempts, and looks at no more than the latest … */
export const circuitAttemptsMin = 10;
export const circuitAttemptsMax = 200;
/** … and opens when at least this share of them failed. */
export const circuitFailureShare = 0.7;
/** While it is open one attempt may probe the endpoint after this time, then after twice as long each time … */
export const circuitProbeSecondsMin = 5;
/** … and at most so long. */
export const circuitProbeSecondsMax = 60;

/** Since when attempts count: nothing from before the circuit was closed last is held against the endpoint again. */
export function circuitWindowFrom(now: Date, closedAt: Date | null): Date {
  return new Date(Math.max(now.getTime() - circuitWindowSeconds * 1000, closedAt?.getTime() ?? 0));
}

/** Whether the circuit has to be opened after a failure, by the endpoint's latest attempts in the window. */
export function isCircuitTripped(latest: { attempts: number; failures: number }): boolean {
  return latest.attempts >= circuitAttemptsMin && latest.failures >= latest.attempts * circuitFailureShare;
}
