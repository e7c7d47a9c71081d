/** The attempts of this time decide the state of an endpoint's circuit breaker. */
const circuitWindowSeconds = 300;
/** Fewest attempts for a decision. It reads at most the latest `circuitAttemptsMax`. */
const circuitAttemptsMin = 10;
export const circuitAttemptsMax = 200;
/** It opens when at least this share of them failed. */
const circuitFailureShare = 0.7;
/** While it is open, one attempt may probe the endpoint after this time. The time doubles after each probe. */
export const circuitProbeSecondsMin = 5;
/** The longest time between two probes. */
export const circuitProbeSecondsMax = 60;

/** The time from which attempts count. Attempts before the circuit was last closed do not count again. */
export function circuitWindowFrom(now: Date, closedAt: Date | null): Date {
  return new Date(Math.max(now.getTime() - circuitWindowSeconds * 1000, closedAt?.getTime() ?? 0));
}

/** Whether the endpoint's latest attempts in the window open the circuit. */
export function isCircuitTripped(latest: { attempts: number; failures: number }): boolean {
  return latest.attempts >= circuitAttemptsMin && latest.failures >= latest.attempts * circuitFailureShare;
}
