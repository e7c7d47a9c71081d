// @ts-check

/**
 * What we print is not worth our end: when the terminal is closed, or the reader of a pipe is gone, writing fails, and
 * without a listener the failure would end this process.
 */
export function ignoreBrokenOutput() {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
}
