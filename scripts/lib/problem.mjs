// @ts-check

/** Something the person at the console can act on: `message` is one sentence, printed without a stack. */
export class Problem extends Error {
  /** @override */
  name = 'Problem';
}

/**
 * Prints an error for a person and sets the exit code.
 * @param {unknown} error
 */
export function report(error) {
  const isOurs = error instanceof Error && (error.name === 'Problem' || error.name === 'EmbeddedPostgresError');
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`${isOurs ? /** @type {Error} */ (error).message : detail}\n`);
  process.exitCode = 1;
}
