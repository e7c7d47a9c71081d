import { spawnSync } from 'node:child_process';
import { EmbeddedPostgresError } from './errors.ts';

/** The system account that Postgres runs under; ids are absent when it is our own. */
export type Account = { uid: number; gid: number; name: string } | undefined;

const candidates = ['postgres', 'nobody'];

function idOf(flag: '-u' | '-g', name: string): number | undefined {
  const { status, stdout } = spawnSync('id', [flag, name], { encoding: 'utf8' });
  return status === 0 ? Number(stdout) : undefined;
}

/** Postgres refuses to run as root, so root lends it an unprivileged account. */
export function chooseAccount(): Account {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of candidates) {
    const uid = idOf('-u', name);
    const gid = idOf('-g', name);
    if (uid && gid) return { uid, gid, name };
  }
  throw new EmbeddedPostgresError(
    'PostgreSQL does not run as root and there is no account postgres or nobody: start as another user or set DATABASE_URL.',
  );
}

/** Whether the account can enter the directory. Asks the operating system, because modes are not enough (ACLs, mounts). */
export function canEnter(account: Account, directory: string): boolean {
  if (!account) return true;
  const { status } = spawnSync('test', ['-x', directory], { uid: account.uid, gid: account.gid, cwd: '/' });
  return status === 0;
}
