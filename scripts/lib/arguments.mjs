// @ts-check
// What was said on a command line, read before anything is installed.
import { parseArgs } from 'node:util';

/** @typedef {Record<string, string | boolean | undefined>} Values By option; what was not said is undefined. */

/**
 * The options of a script. `--help` prints how it is used and ends; an unknown option does the same on stderr, with code 2.
 * @param {string} usage how it is used, one line for each option
 * @param {Record<string, { type: 'boolean' | 'string' }>} options
 * @returns {Values}
 */
export function readArguments(usage, options) {
  try {
    const { help, ...values } = /** @type {Values} */ (
      parseArgs({ options: { ...options, help: { type: 'boolean', short: 'h' } } }).values
    );
    if (!help) return values;
    process.stdout.write(`${usage}\n`);
    process.exit(0);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n\n${usage}\n`);
    process.exit(2);
  }
}
