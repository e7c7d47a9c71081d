const ignored = new WeakSet<NodeJS.WriteStream>();
const ignore = () => {};

/**
 * Keeps the process alive when the terminal or the reader of its output is gone. Such output is dropped. Safe to call
 * again.
 */
export function ignoreBrokenOutput(): void {
  for (const stream of [process.stdout, process.stderr]) {
    if (!ignored.has(stream)) stream.on('error', ignore);
    ignored.add(stream);
  }
}
