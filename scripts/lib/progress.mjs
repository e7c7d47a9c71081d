// @ts-check

const redrawMs = 200;
const plainNoticeMs = 1_000;

/**
 * @typedef {{
 *   step<T>(title: string, work: () => Promise<T>): Promise<T>,
 *   line(text: string): void,
 * }} Progress
 */

/** @param {number} since */
function seconds(since) {
  return `${((Date.now() - since) / 1000).toFixed(1)} s`;
}

/**
 * A line that is redrawn while the work goes on, then a tick.
 * @param {NodeJS.WriteStream} stream
 * @returns {Progress}
 */
function lively(stream) {
  /** @type {string | undefined} */
  let current;
  const clear = () => stream.write('\r\x1b[2K');
  return {
    async step(title, work) {
      const since = Date.now();
      const draw = () => {
        current = `  \x1b[2m…\x1b[0m ${title} \x1b[2m${seconds(since)}\x1b[0m`;
        stream.write(`\r\x1b[2K${current}`);
      };
      draw();
      const timer = setInterval(draw, redrawMs);
      try {
        const result = await work();
        clear();
        stream.write(`  \x1b[32m✓\x1b[0m ${title} \x1b[2m${seconds(since)}\x1b[0m\n`);
        return result;
      } catch (error) {
        clear();
        stream.write(`  \x1b[31m✗\x1b[0m ${title} \x1b[2m${seconds(since)}\x1b[0m\n`);
        throw error;
      } finally {
        clearInterval(timer);
        current = undefined;
      }
    },
    line(text) {
      if (current) clear();
      stream.write(`${text}\n`);
      if (current) stream.write(current);
    },
  };
}

/**
 * One line per finished step; a step that takes long announces itself first.
 * @param {{ write(text: string): unknown }} stream
 * @returns {Progress}
 */
function plain(stream) {
  return {
    async step(title, work) {
      const since = Date.now();
      const notice = setTimeout(() => stream.write(`${title} ...\n`), plainNoticeMs);
      try {
        const result = await work();
        stream.write(`${title}: ${seconds(since)}\n`);
        return result;
      } catch (error) {
        stream.write(`${title}: failed after ${seconds(since)}\n`);
        throw error;
      } finally {
        clearTimeout(notice);
      }
    },
    line(text) {
      stream.write(`${text}\n`);
    },
  };
}

/**
 * Shows what is going on: redrawn on a terminal, plain lines elsewhere.
 * @param {NodeJS.WriteStream} stream
 * @returns {Progress}
 */
export function createProgress(stream) {
  return stream.isTTY && !process.env.CI ? lively(stream) : plain(stream);
}

/**
 * Says nothing unless a step takes longer than a second.
 * @param {NodeJS.WriteStream} stream
 * @returns {Progress}
 */
export function createQuietProgress(stream) {
  return {
    async step(title, work) {
      const notice = setTimeout(() => stream.write(`${title} ...\n`), plainNoticeMs);
      try {
        return await work();
      } finally {
        clearTimeout(notice);
      }
    },
    line(text) {
      stream.write(`${text}\n`);
    },
  };
}
