import type { Archive, Log } from '@tillgate/domain';
import type { ArchivePlace } from './archive-settings.ts';
import { createObjectStore } from './object-store.ts';

/** A batch waits for its file with its rows locked. */
const totalTimeoutMs = 60_000;

/** Puts files into the operator's bucket. */
export function createArchive(
  { access, folder }: ArchivePlace,
  { log }: { log: Log },
): { archive: Archive; close(): Promise<void> } {
  const allowedPrivateHosts = access.endpoint === null ? [] : [new URL(access.endpoint).host];
  const { objectStore, close } = createObjectStore({ allowedPrivateHosts, log, totalTimeoutMs });
  return { archive: (file) => objectStore(access, { ...file, key: `${folder}${file.key}` }), close };
}
