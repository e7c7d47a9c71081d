import { holdsWork } from '@/trpc/held-work';

/** When this tab last loaded itself again. */
const key = 'reloaded-for-version';
/** A page that still lacks a part so soon after that would go on for ever. */
const loopMs = 60_000;

let isSaid = false;
const watchers = new Set<() => void>();

/** Whether the page has to say that a new version is running. */
export const newVersion = {
  isSaid: () => isSaid,
  watch(watcher: () => void): () => void {
    watchers.add(watcher);
    return () => watchers.delete(watcher);
  },
};

/** Whether the error may mean that a part of the page is gone. */
export const isOfPart = (error: unknown): error is Error => error instanceof Error && error.name === 'ChunkLoadError';

/**
 * Looks whether a part could not be loaded because a new version is running, which does not have it any more. Then the
 * page is loaded again, once; or it says what has happened, where something would be lost. False after any other error.
 * @param isLost the page is gone already: nothing in it can be lost
 */
export async function meetNewVersion(error: unknown, { isLost = false } = {}): Promise<boolean> {
  if (!(await isGone(error))) return false;
  if ((isLost || !holdsWork()) && noteReload()) {
    window.location.reload();
    return true;
  }
  isSaid = true;
  for (const watcher of watchers) watcher();
  return true;
}

/** For a promise of a part that somebody waits for: `load().then(show).catch(unlessNewVersion)`. */
export async function unlessNewVersion(error: unknown): Promise<void> {
  if (!(await meetNewVersion(error))) throw error;
}

/** Preloads a part. A failure matters only when the part is needed. */
export const preload = (load: () => Promise<unknown>): void => void load().catch(() => undefined);

/** A lost network is no new version: the server itself must say that the file is not there. */
async function isGone(error: unknown): Promise<boolean> {
  const path = isOfPart(error) ? error.message.split(' ').find((word) => word.startsWith('/_next/')) : undefined;
  if (path === undefined) return false;
  const answer = await fetch(path, { method: 'HEAD', cache: 'no-store' }).catch(() => undefined);
  return answer?.status === 404;
}

/** Whether this tab may load itself again now. A browser that keeps nothing leaves it to the person. */
function noteReload(): boolean {
  try {
    const isLoop = Date.now() - Number(sessionStorage.getItem(key) ?? 0) < loopMs;
    if (!isLoop) sessionStorage.setItem(key, String(Date.now()));
    return !isLoop;
  } catch {
    return false;
  }
}
