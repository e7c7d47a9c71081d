/**
 * The limits of all tests. A wait ends when its condition is met, so these limits only end what hangs. They never state
 * how fast anything is.
 */

/** For one condition to come true, and for a process to start or to end. Its error says what was waited for. */
export const conditionMs = 60_000;

/** For a whole test or hook, which may wait for several conditions. */
export const testMs = 120_000;
