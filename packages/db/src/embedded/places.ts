import { randomBytes } from 'node:crypto';
import { access, chmod, chown, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type Account, canEnter } from './account.ts';
import { EmbeddedPostgresError } from './errors.ts';

/** Where an unprivileged Postgres can live when it cannot reach our own directories. */
const shelterCandidates = ['/var/lib/tillgate', '/opt/tillgate', '/srv/tillgate'];
const locationFile = 'postgres-location.json';
const ownerFile = 'owner.json';

type Location = { note: string; directory: string };

/** A directory of ours that the account can enter. Only root needs one. */
export async function shelteredRoot(account: NonNullable<Account>): Promise<string> {
  for (const candidate of shelterCandidates) {
    try {
      await mkdir(candidate, { recursive: true, mode: 0o755 });
    } catch {
      continue;
    }
    if (canEnter(account, candidate)) return candidate;
  }
  throw new EmbeddedPostgresError(
    `The account ${account.name}, which runs PostgreSQL, can reach none of ${shelterCandidates.join(', ')}: set DATABASE_URL.`,
  );
}

async function readJson<T>(file: string): Promise<T | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  return text === undefined ? undefined : (JSON.parse(text) as T);
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/**
 * The place that the data directory points to, unless the data directory is a copy: then the place belongs to the
 * original, which must not get a second user.
 */
async function knownPlace(dataDir: string): Promise<string | undefined> {
  const location = await readJson<Location>(join(dataDir, locationFile));
  if (!location || !(await exists(location.directory))) return undefined;
  const owner = await readJson<{ dataDir: string }>(join(location.directory, ownerFile));
  const original = owner?.dataDir ?? dataDir;
  if (original === dataDir) return location.directory;
  const claimed = await readJson<Location>(join(original, locationFile));
  return claimed?.directory === location.directory ? undefined : location.directory;
}

async function shelteredPlace(dataDir: string, account: NonNullable<Account>): Promise<string> {
  const known = await knownPlace(dataDir);
  const place = known ?? join(await shelteredRoot(account), `data-${randomBytes(6).toString('hex')}`);
  await mkdir(place, { recursive: true });
  const location: Location = {
    note: `PostgreSQL runs as ${account.name}, who cannot enter this directory, so its data is in the directory below.`,
    directory: place,
  };
  await writeFile(join(dataDir, locationFile), `${JSON.stringify(location, null, 2)}\n`);
  await writeFile(join(place, ownerFile), `${JSON.stringify({ dataDir })}\n`);
  return place;
}

/** The directory for the cluster of this data directory, writable by the account. */
export async function placeFor(dataDir: string, account: Account, durable: boolean): Promise<string> {
  const own = resolve(dataDir);
  await mkdir(own, { recursive: true });
  // A temporary directory is made for its owner alone; throw-away data in it may let Postgres pass.
  if (account && !durable) await chmod(own, 0o711);
  const inside = join(own, 'postgres');
  // A cluster that is already inside stays there: it was reachable when it was made.
  const reachable = !account || canEnter(account, own);
  const place = reachable ? inside : await shelteredPlace(own, account);
  await mkdir(place, { recursive: true });
  if (account) {
    await chmod(place, 0o700);
    await chown(place, account.uid, account.gid);
  }
  return place;
}

/** Forgets where the cluster was, for throw-away data. */
export async function removePlace(dataDir: string, place: string): Promise<void> {
  await rm(place, { recursive: true, force: true });
  await rm(join(resolve(dataDir), locationFile), { force: true });
}
