import { join } from 'node:path';
import type { Context, Log } from '@tillgate/domain';
import { findLastGap, type Gap, keyRefusal, readKeysBack } from '@tillgate/domain/gaps';
import type { KeyJournal } from '@tillgate/domain/idempotency';
import { type FileJournal, openFileJournal } from './file-journal.ts';

/** How often an API looks whether somebody opened a gap. */
const intervalMs = 1_000;
/** What was read earlier than this says nothing about now. Nor does what was read before the database was away. */
const knownMs = 2 * intervalMs;

/**
 * The keys that an API notes in `DATA_DIR`, and reads back when a gap is open. Without a directory to write nothing is noted,
 * and the log says so.
 * @param missed called for each key that was not noted
 */
export function openKeyJournal(
  ctx: Pick<Context, 'db' | 'clock' | 'log'>,
  { DATA_DIR }: { DATA_DIR: string },
  missed: () => void = () => undefined,
): KeyJournal & { close(): Promise<void> } {
  const files = openFiles(ctx, join(DATA_DIR, 'keys'), missed);
  let known: { gap: Gap | undefined; readAt: number } | undefined;
  let isClosed = false;
  let looking: Promise<void> | undefined;

  const look = async () => {
    known = await findNow(ctx);
    const { gap } = known;
    if (!gap || !files) return;
    const now = ctx.clock.now();
    const { journal } = files;
    // A gap that was closed before this API was back is read back too, while the files last.
    if (gap.openedAt < files.heldSince(now)) return;
    const keys = await readKeysBack(ctx, gap, { journal, heldSince: files.heldSince(now), read: files.read });
    if (keys !== undefined) known = await findNow(ctx);
  };
  const lookOnce = () => {
    looking ??= look().finally(() => {
      looking = undefined;
    });
    return looking;
  };
  const tryLooking = () =>
    void lookOnce().catch((err) => {
      // The database is away, or refuses. When it is back it may have been restored.
      known = undefined;
      ctx.log.debug({ err }, 'Whether a gap is open could not be read.');
    });
  tryLooking();
  const timer = setInterval(tryLooking, intervalMs);
  timer.unref();

  return {
    note: (used) => (files ? files.note(used) : missed()),
    async demandComplete() {
      if (!known || performance.now() - known.readAt > knownMs) known = await findNow(ctx);
      const refusal = keyRefusal(known.gap);
      if (refusal) throw refusal;
    },
    async close() {
      if (isClosed) return;
      isClosed = true;
      clearInterval(timer);
      await looking?.catch(() => undefined);
      files?.close();
    },
  };
}

async function findNow({ db }: Pick<Context, 'db'>): Promise<{ gap: Gap | undefined; readAt: number }> {
  const readAt = performance.now();
  return { gap: await findLastGap(db.pool), readAt };
}

function openFiles(
  { clock, log }: { clock: Context['clock']; log: Log },
  directory: string,
  missed: () => void,
): FileJournal | undefined {
  try {
    return openFileJournal({ directory, log, now: clock.now(), missed });
  } catch (error) {
    const sentence = `DATA_DIR: the API cannot write to ${directory}, where it notes used idempotency keys.`;
    log.warn({ err: error }, `${sentence} After a restore of the database nobody can tell which keys were used.`);
    return undefined;
  }
}
