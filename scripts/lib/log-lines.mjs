// @ts-check

const warnLevel = 40;
const carriedCharsMax = 1_000_000;

/**
 * Cuts a stream of text into lines.
 * @param {(line: string) => void} take
 * @returns {(chunk: Buffer | string) => void}
 */
export function byLine(take) {
  let carried = '';
  return (chunk) => {
    const lines = (carried + chunk).split('\n');
    carried = (lines.pop() ?? '').slice(-carriedCharsMax);
    for (const line of lines) take(line);
  };
}

/**
 * What of a log line belongs on the console: warnings and errors, as a sentence. undefined: nothing.
 * @param {string} line one line of JSON from the process's log, or plain text
 * @param {boolean} isErrorStream plain text counts as an error there
 * @returns {string | undefined}
 */
export function consoleText(line, isErrorStream) {
  if (line.startsWith('{')) {
    try {
      const { level, msg, err } = JSON.parse(line);
      if (typeof level === 'number') {
        if (level < warnLevel) return undefined;
        const reason = err?.message && err.message !== msg ? `: ${err.message}` : '';
        return `${msg ?? 'warning'}${reason}`;
      }
    } catch {
      // Not one of our log lines after all.
    }
  }
  return isErrorStream && line.trim() ? line : undefined;
}
