import { randomUUID } from 'node:crypto';
import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '@tillgate/domain';
import type { NotedKeys } from '@tillgate/domain/gaps';
import type { NotedKey } from '@tillgate/domain/idempotency';
import { z } from 'zod';
import { readNoted, writeNoted } from './noted-line.ts';

/** Only the account of the API may read keys: merchants choose them. */
const fileMode = 0o600;
const directoryMode = 0o700;
/** Keys that are older than this are removed. A database is restored to a moment before the last daily backup at worst. */
export const journalHours = 72;
const hourMs = 3_600_000;
/** Keys that are read back at a time. */
const pageMax = 500;
const ending = '.keys';
const beganSchema = z.object({ journal: z.uuid(), since: z.iso.datetime().transform((text) => new Date(text)) });

/** Notes of used keys in files, one for each hour. */
export type FileJournal = Omit<NotedKeys, 'heldSince'> & {
  note(used: NotedKey): void;
  heldSince(now: Date): Date;
  close(): void;
};

type JournalOptions = { directory: string; log: Log; now: Date; missed: () => void };

/**
 * Opens the journal in a directory, with what an earlier process left in it.
 * @param now when a journal that has no files yet begins
 * @param missed called for each key that the disk did not take
 * @throws when the directory cannot be written
 */
export function openFileJournal({ directory, log, now, missed }: JournalOptions): FileJournal {
  mkdirSync(directory, { recursive: true, mode: directoryMode });
  const began = readBegan(directory) ?? writeBegan(directory, { journal: randomUUID(), since: now });
  let { since } = began;
  let current: { name: string; file: number } | undefined;

  const fileAt = (at: Date): number => {
    const name = nameOf(at);
    if (current?.name === name) return current.file;
    if (current) closeSync(current.file);
    current = undefined;
    removeBefore(directory, nameOf(new Date(at.getTime() - journalHours * hourMs)));
    current = { name, file: openSync(join(directory, name), 'a', fileMode) };
    return current.file;
  };

  return {
    journal: began.journal,
    heldSince: (now) => new Date(Math.max(since.getTime(), now.getTime() - journalHours * hourMs)),
    note(used) {
      try {
        const line = writeNoted(used);
        // A disk that fills up takes a part, and refuses no sooner than the next one.
        if (writeSync(fileAt(used.at), line) < line.length) throw new Error('The disk took only a part of the line.');
      } catch (error) {
        // Money goes on. What was not noted is not vouched for either.
        since = used.at;
        missed();
        log.error({ err: error, directory }, 'A key could not be noted. A restore could forget it.');
        try {
          writeBegan(directory, { ...began, since });
        } catch {
          // The disk takes nothing. The next key tries again.
        }
      }
    },
    async *read(from, until) {
      const [first, last] = [nameOf(from), nameOf(until)];
      const names = readdirSync(directory).filter((name) => name.endsWith(ending) && name >= first && name <= last);
      for (const name of names.sort()) yield* pagesOf(join(directory, name), from, until);
    },
    close() {
      if (current) closeSync(current.file);
      current = undefined;
    },
  };
}

async function* pagesOf(path: string, from: Date, until: Date): AsyncIterable<NotedKey[]> {
  const file = await open(path, 'r');
  let page: NotedKey[] = [];
  try {
    for await (const line of file.readLines()) {
      const used = readNoted(line);
      if (!used || used.at < from || used.at > until) continue;
      page.push(used);
      if (page.length < pageMax) continue;
      yield page;
      page = [];
    }
  } finally {
    await file.close();
  }
  if (page.length > 0) yield page;
}

/** The file of an hour. Names sort by time. */
function nameOf(at: Date): string {
  return `${at.toISOString().slice(0, 13)}${ending}`;
}

function removeBefore(directory: string, oldest: string): void {
  for (const name of readdirSync(directory)) {
    if (name.endsWith(ending) && name < oldest) rmSync(join(directory, name), { force: true });
  }
}

type Began = { journal: string; since: Date };
const beganFile = (directory: string) => join(directory, 'began.json');

function readBegan(directory: string): Began | undefined {
  try {
    return beganSchema.parse(JSON.parse(readFileSync(beganFile(directory), 'utf8')));
  } catch {
    return undefined;
  }
}

function writeBegan(directory: string, began: Began): Began {
  const draft = `${beganFile(directory)}.${process.pid}.tmp`;
  writeFileSync(draft, JSON.stringify({ ...began, since: began.since.toISOString() }), { mode: fileMode });
  renameSync(draft, beganFile(directory));
  return began;
}
