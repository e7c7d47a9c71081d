import type { Database } from './client.ts';

/**
 * A clock that follows the database's. `measure` compares them, which is also done every minute and when the machine's clock
 * jumps. It resolves to false when the answer took too long to say what time it is.
 */
type DatabaseClock = { now(): Date; measure(): Promise<boolean>; close(): void };

const everyMs = 60_000;
/** After an answer that took too long, or none. */
const soonMs = 1_000;
/** An answer that took longer says too little about the time. */
const answerMsMax = 1_000;
/** Machines whose clocks agree this well follow their own. */
export const clockToleranceMs = 1_000;
/** A start without a database does not wait longer for the first comparison. */
const patienceMs = 5_000;
/** How many comparisons startup waits for. The first includes the time to connect. */
const looksMax = 3;

/**
 * How many milliseconds a machine's clock is ahead of the database's. Undefined when the answer took too long to say.
 * @param own clock of the machine, in epoch milliseconds
 */
export async function clockAheadMs(
  { pool }: Pick<Database, 'pool'>,
  own: () => number = Date.now,
): Promise<number | undefined> {
  const before = own();
  const { rows } = await pool.query<{ ms: number }>(
    'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms',
  );
  const after = own();
  const [row] = rows;
  return row && Math.abs(after - before) <= answerMsMax ? Math.round((before + after) / 2 - row.ms) : undefined;
}

/**
 * Opens a clock that follows the database's, so that processes on machines whose clocks differ agree on what is due.
 * Without a database it keeps its last difference, at first that of the machine's clock.
 * @param own clock of the machine, in epoch milliseconds
 */
export async function openDatabaseClock(
  db: Pick<Database, 'pool'>,
  log: { warn(fields: object, text: string): void },
  own: () => number = Date.now,
): Promise<DatabaseClock> {
  let aheadMs = 0;
  const measure = async () => {
    const measured = await clockAheadMs(db, own);
    if (measured === undefined) return false;
    const next = Math.abs(measured) > clockToleranceMs ? measured : 0;
    if (next !== 0 && Math.abs(next - aheadMs) > clockToleranceMs) {
      const how = next > 0 ? 'ahead of' : 'behind';
      const text = `The clock of this machine is ${Math.abs(next / 1000).toFixed(1)} s ${how} the database's. Times follow the database. Run NTP on both.`;
      log.warn({ aheadMs: next }, text);
    }
    aheadMs = next;
    return true;
  };
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  const look = async (looks: number): Promise<void> => {
    // Callers that need the database report an outage.
    const isKnown = await measure().catch(() => undefined);
    if (isKnown === false && looks > 1) return look(looks - 1);
    if (!isClosed) lookAfter(isKnown ? everyMs : soonMs);
  };
  const lookAfter = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => void look(1), ms).unref();
  };
  const hasJumped = jumpWatch(own());
  await Promise.race([look(looksMax), new Promise((done) => setTimeout(done, patienceMs).unref())]);
  const close = () => {
    isClosed = true;
    clearTimeout(timer);
  };
  return {
    now() {
      const ownMs = own();
      if (hasJumped(ownMs) && !isClosed) lookAfter(0);
      return new Date(ownMs - aheadMs);
    },
    measure,
    close,
  };
}

/** Says whether a clock moved otherwise than the time that passed since the call before. */
function jumpWatch(firstMs: number): (ownMs: number) => boolean {
  let offsetMs = firstMs - performance.now();
  return (ownMs) => {
    const beforeMs = offsetMs;
    offsetMs = ownMs - performance.now();
    return Math.abs(offsetMs - beforeMs) > clockToleranceMs;
  };
}
