import { type FileHandle, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DomainError, type Log } from '@tillgate/domain';
import { type CallbackSpool, hasRoom, type PostedCallback, type WithInbox } from '@tillgate/domain/inbox';
import { readSpooled, writeSpooled } from './spooled-file.ts';

/** Only the account of the API may read callbacks: they hold phone numbers and hook tokens. */
const fileMode = 0o600;
const directoryMode = 0o700;
/** A file that is still being written is younger than this. An older one was never acknowledged. */
const unfinishedMs = 60_000;
const finished = '.json';
const unfinished = '.tmp';
const aside = '.aside';

type SpoolOptions = {
  directory: string;
  log: Log;
  isProviderAddress: WithInbox['isProviderAddress'];
};

type FileSpool = CallbackSpool & {
  /** Callbacks that were set aside for people. */
  asideCount(): number;
};

/**
 * Opens a spool in a directory, with what an earlier process left in it. One file per callback, named by its id, so that
 * the names sort by arrival.
 * @throws when the directory cannot be written
 */
export async function openFileSpool({ directory, log, isProviderAddress }: SpoolOptions): Promise<FileSpool> {
  await mkdir(directory, { recursive: true, mode: directoryMode });
  const { sizes, asides } = await survey(directory);
  const index = createIndex(sizes);
  let asideCount = asides;
  let pending = 0;
  // Written one after the other, so that an earlier callback is never behind a later one.
  let writing: Promise<unknown> = Promise.resolve();
  const fileOf = (id: string, ending = finished) => join(directory, `${id}${ending}`);

  const write = async (posted: PostedCallback) => {
    const content = writeSpooled(posted);
    const used = { count: index.count() + 1, bytes: index.bytes() + content.length };
    // A notice is never the only news: the network is asked. And anybody may post one.
    const isOfProvider = posted.kind !== 'rail_notice' && isProviderAddress(posted.remoteIp, posted.kind);
    if (!hasRoom(used, isOfProvider)) throw full(log, used);
    await writeDurably(directory, fileOf(posted.id, unfinished), fileOf(posted.id), content);
    index.add(posted.id, content.length);
  };
  const setAside = async (id: string) => {
    await rename(fileOf(id), fileOf(id, aside)).catch(ignoreMissing);
    asideCount += 1;
    index.remove(id);
    log.error({ callbackId: id, directory }, 'A spooled callback was set aside. A person must look at it.');
  };

  return {
    count: () => index.count() + pending,
    asideCount: () => asideCount,
    async keep(posted) {
      pending += 1;
      const written = writing.then(() => write(posted));
      writing = written.catch(() => undefined);
      try {
        await written;
      } catch (error) {
        if (error instanceof DomainError) throw error;
        log.error({ err: error }, 'A callback could not be written to the spool. It was refused.');
        throw unavailable();
      } finally {
        pending -= 1;
      }
    },
    async oldest() {
      for (let id = index.first(); id !== undefined; id = index.first()) {
        const posted = await readOne(fileOf(id));
        if (posted === 'gone') index.remove(id);
        else if (posted === undefined) await setAside(id);
        else return posted;
      }
      return undefined;
    },
    async remove(id) {
      await rm(fileOf(id), { force: true });
      index.remove(id);
    },
    setAside,
  };
}

/** The ids of the files in order, with their sizes. */
function createIndex(sizes: Map<string, number>) {
  const order = [...sizes.keys()].sort();
  let bytes = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  return {
    count: () => order.length,
    bytes: () => bytes,
    first: () => order[0],
    add(id: string, size: number) {
      sizes.set(id, size);
      bytes += size;
      // Nearly always the last place: ids are made on arrival.
      const before = order.findLastIndex((other) => other < id);
      order.splice(before + 1, 0, id);
    },
    remove(id: string) {
      bytes -= sizes.get(id) ?? 0;
      if (sizes.delete(id)) order.splice(order.indexOf(id), 1);
    },
  };
}

/** Reads what is in the directory, and removes files that an earlier process did not finish. */
async function survey(directory: string): Promise<{ sizes: Map<string, number>; asides: number }> {
  const sizes = new Map<string, number>();
  let asides = 0;
  for (const name of await readdir(directory)) {
    const path = join(directory, name);
    if (name.endsWith(aside)) asides += 1;
    if (name.endsWith(unfinished)) await removeUnfinished(path);
    if (!name.endsWith(finished)) continue;
    const file = await stat(path).catch(ignoreMissing);
    if (file) sizes.set(name.slice(0, -finished.length), file.size);
  }
  await writeDurably(directory, join(directory, `probe${unfinished}`), join(directory, 'probe'), Buffer.alloc(0));
  await rm(join(directory, 'probe'), { force: true });
  return { sizes, asides };
}

async function removeUnfinished(path: string): Promise<void> {
  const file = await stat(path).catch(ignoreMissing);
  // Another process may share the directory and be writing it.
  if (file && Date.now() - file.mtimeMs > unfinishedMs) await rm(path, { force: true });
}

/** After this, neither a crash of the process nor of the machine loses the file. */
async function writeDurably(directory: string, draft: string, path: string, content: Buffer): Promise<void> {
  await withFile(await open(draft, 'w', fileMode), async (file) => {
    await file.writeFile(content);
    await file.sync();
  });
  await rename(draft, path);
  await withFile(await open(directory, 'r'), (folder) => folder.sync());
}

async function withFile(file: FileHandle, use: (file: FileHandle) => Promise<void>): Promise<void> {
  try {
    await use(file);
  } finally {
    await file.close();
  }
}

/** Returns undefined for a file that is no callback. */
async function readOne(path: string): Promise<PostedCallback | 'gone' | undefined> {
  const content = await readFile(path).catch(ignoreMissing);
  return content ? readSpooled(content) : 'gone';
}

/** Another process that shares the directory may have taken a file. */
function ignoreMissing(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
  throw error;
}

function full(log: Log, used: { count: number; bytes: number }): DomainError {
  log.error(used, 'The spool of callbacks is full. Callbacks are refused until the database is back.');
  return unavailable();
}

function unavailable(): DomainError {
  return new DomainError('unavailable', 'The callback cannot be stored at the moment.');
}
