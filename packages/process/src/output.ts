const ignored = new WeakSet<NodeJS.WriteStream>();
const ignore = () => {};

/**
 * A terminal that is closed, or a reader that is gone, must not end the process: what it cannot write is dropped.
 * Safe to call again.
 */
export function ignoreBrokenOutput(): void {
  for (const stream of [process.stdout, process.stderr]) {
    if (!ignored.has(stream)) stream.on('error', ignore);
    ignored.add(stream);
  }
}
