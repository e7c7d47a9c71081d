import { type Database, openDatabase } from '@tillgate/db';
import { backUp, type Restored, restore as restoreBackup, withScratchDatabase } from '@tillgate/db/backup';
import { rolesWarning } from '@tillgate/db/migrate';
import { noteBackup } from '@tillgate/domain/audit';
import { checkRollups } from '@tillgate/domain/rollups';
import { createOpen, type Opened, openAll } from '@tillgate/domain/sealing';
import { createTotpVault } from '@tillgate/domain/users';
import { command } from '../command.ts';
import { count } from '../count.ts';
import { readDatabaseUrl, readKeptKeys } from '../env.ts';
import { flag, required } from '../fields.ts';
import type { Answer } from '../output.ts';

type Report = (line: string) => void;

export const backup = command('backup', {
  about: 'back up all rows of the database to a new directory',
  options: { out: required('--out <directory>', 'a directory that is empty or does not exist') },
  help: `
Run it as the owner of the tables. You do not have to stop anything: all rows are from the same moment.

The directory has one compressed file for each table and a manifest with their checksums. It contains personal data
and secrets that are encrypted. Keep it encrypted, and keep the seal keys and vault keys apart from it.

A backup does not replace continuous archiving: changes made after it are lost. See docs/backup.md.`,
  run: async ({ out }, { report }) => {
    const made = await backUp(readDatabaseUrl(), out, ({ name, rows }) => report(`${name}: ${count(rows, 'row')}\n`));
    const rows = made.tables.reduce((sum, table) => sum + table.rows, 0);
    await note({ at: new Date(made.createdAt), tables: made.tables.length, rows }, report);
    return {
      json: { directory: out, createdAt: made.createdAt, tables: made.tables.length, rows },
      text: `Backed up ${count(rows, 'row')} of ${count(made.tables.length, 'table')} to ${out}, as of ${made.createdAt}.
Prove that it can be restored: tillgate restore --verify --from ${out}`,
    };
  },
});

/** Tells the database of the backup, so that an alert can tell its age. The backup is good without it, too. */
async function note(made: Parameters<typeof noteBackup>[1], report: Report): Promise<void> {
  const db = openDatabase(readDatabaseUrl(), { poolMax: 1, applicationName: 'tillgate backup' });
  try {
    await noteBackup({ db }, made);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    report(`The backup could not be noted in the database, so its age is not known to alerts: ${reason}\n`);
  } finally {
    await db.close();
  }
}

export const restore = command('restore', {
  about: 'restore a backup into an empty database, or prove with --verify that it can be restored',
  options: {
    from: required('--from <directory>', 'directory that tillgate backup wrote'),
    verify: flag('--verify', 'restore into a database of its own, check it, and drop it'),
    keep: flag('--keep', 'with --verify: keep the restored database'),
  },
  help: `
Without --verify the command restores into the database that DATABASE_URL names, which must be empty and belong to its
user. With --verify it makes a database of its own on that server, checks it, and drops it: a drill, and safe to run on
any server. Start no process of Tillgate on a database that you restored for a drill: it would send webhooks and ask
the provider.

What is checked: each file against the manifest; each table against the backup, byte by byte; references and unique
values, as the schema has them; hourly totals against the payments that they count; and, with --verify, that the
private seal key and the vault keys that you kept open every secret. Keys come from SEAL_PRIVATE_KEY, VAULT_KEYS and
NEXTAUTH_SECRET.`,
  run: async ({ from, verify, keep }, { report }) => {
    const url = readDatabaseUrl();
    if (verify) return drill(url, { from, keep }, report);
    const restored = await restoreFrom(url, from, report);
    return answerOf(restored, await examine(url, undefined), undefined);
  },
});

async function drill(url: string, { from, keep }: { from: string; keep: boolean }, report: Report) {
  // Asked for first: a drill that cannot open the secrets proves too little.
  const keys = readKeptKeys();
  return withScratchDatabase(url, { keep }, async (scratch) => {
    report(`Restoring into ${scratch.name}.\n`);
    const restored = await restoreFrom(scratch.url, from, report);
    return answerOf(restored, await examine(scratch.url, keys), keep ? scratch.name : undefined);
  });
}

function restoreFrom(url: string, from: string, report: Report): Promise<Restored> {
  return restoreBackup(url, from, ({ name, rows }) => report(`${name}: ${count(rows, 'row')}\n`));
}

type Examined = { differingHours: number; secrets: Opened[] | undefined; withoutKeys: number };

async function examine(url: string, keys: ReturnType<typeof readKeptKeys> | undefined): Promise<Examined> {
  const db = openDatabase(url, { poolMax: 2, applicationName: 'tillgate restore' });
  const ctx = {
    db,
    clock: { now: () => new Date() },
    publish: async () => {},
    seal: () => {
      throw new Error('Checking a restored database seals nothing.');
    },
    log: { debug() {}, info() {}, warn() {}, error() {} },
  };
  try {
    const { differingCount } = await checkRollups(ctx, { repair: false });
    return { differingHours: differingCount, ...(await openSecrets(ctx, keys)) };
  } finally {
    await db.close();
  }
}

async function openSecrets(
  ctx: { db: Database; clock: { now(): Date } },
  keys: ReturnType<typeof readKeptKeys> | undefined,
): Promise<Pick<Examined, 'secrets' | 'withoutKeys'>> {
  if (!keys) return { secrets: undefined, withoutKeys: 0 };
  const open = await createOpen(keys.SEAL_PRIVATE_KEY);
  const secrets = await openAll(ctx, 'box', open);
  if (keys.VAULT_KEYS !== undefined) {
    const vault = createTotpVault(keys.VAULT_KEYS, keys.NEXTAUTH_SECRET);
    return {
      secrets: [...secrets, ...(await openAll(ctx, 'vault', (text, { row }) => vault.open(text, row[0])))],
      withoutKeys: 0,
    };
  }
  const unopened = await openAll(ctx, 'vault', (text) => text);
  return { secrets, withoutKeys: unopened.reduce((sum, { opened }) => sum + opened, 0) };
}

function answerOf({ createdAt, tables, migrated }: Restored, examined: Examined, kept: string | undefined): Answer {
  const { differingHours, secrets, withoutKeys } = examined;
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const opened = (secrets ?? []).reduce((sum, one) => sum + one.opened, 0);
  const failed = (secrets ?? []).flatMap(({ table, column, failed: cells }) =>
    cells.map(({ row, reason }) => ({ place: `${table}.${column}`, row, reason })),
  );
  const lines = [
    `Restored ${count(rows, 'row')} of ${count(tables.length, 'table')}, as of ${createdAt}. All are as they were.`,
    ...(migrated.applied.length > 0 ? [`Applied newer migrations: ${migrated.applied.join(', ')}.`] : []),
    ...[rolesWarning(migrated.roles) ?? []].flat(),
    differingHours === 0
      ? 'All totals agree with their rows.'
      : `${count(differingHours, 'hour')} of the totals differ.`,
    ...(secrets ? [`Opened ${count(opened, 'secret')} with the keys that you kept.`] : []),
    ...failed.map(({ place, row, reason }) => `A secret of ${place}, row ${row}, cannot be opened: ${reason}.`),
    ...(withoutKeys > 0 ? [`${count(withoutKeys, 'authenticator app')} not checked: set VAULT_KEYS.`] : []),
    ...(kept === undefined ? [] : [`The database ${kept} was kept.`]),
    ...(secrets
      ? []
      : [`If anything was paid since then, first: tillgate gap open --since ${createdAt} --reason <text>`]),
  ];
  return {
    json: {
      createdAt,
      tables: tables.length,
      rows,
      migrations: migrated.applied,
      differingHours,
      ...(secrets && { secretsOpened: opened, secretsFailed: failed, secretsWithoutKey: withoutKeys }),
      ...(kept !== undefined && { database: kept }),
    },
    text: lines.join('\n'),
    failed: differingHours > 0 || failed.length > 0 || withoutKeys > 0,
  };
}
