// @ts-check
import { lstatSync } from 'node:fs';

/** What others may do with a directory, as bits of its mode. */
const othersBits = 0o077;

/**
 * Whether a path is a directory that is ours alone, so that nobody else can have put into it what we execute. A link is not:
 * its maker decides where it leads.
 * @param {string} path
 * @param {number | undefined} [uid] whose it must be; undefined where the system has no users
 * @returns {boolean}
 */
export function isOwnDirectory(path, uid = process.getuid?.()) {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found?.isDirectory()) return false;
  return uid === undefined || (found.uid === uid && (found.mode & othersBits) === 0);
}
