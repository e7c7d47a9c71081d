/**
 * The limits of all tests. A wait ends when its condition is met, so these limits only end what hangs: they are long
 * enough for a machine that is busy with something else. They never state how fast anything is.
 */

/** For one condition to come true. */
export const conditionMs = 120_000;

/** For a whole test or hook, and for a process to start or to end. */
export const testMs = 300_000;
