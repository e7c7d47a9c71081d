import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { BackupProblem } from './problem.ts';

const identifier = z.string().regex(/^[a-z_][a-z0-9_]*$/);

const manifestSchema = z.object({
  format: z.literal(1),
  createdAt: z.iso.datetime(),
  server: z.string(),
  /** Names of the migrations that the database had, in their order. */
  migrations: z.array(z.string()).min(1),
  /** In an order in which each table comes after those that it refers to. */
  tables: z.array(
    z.object({
      name: identifier,
      columns: z.array(identifier).min(1),
      rows: z.number().int().nonnegative(),
      /** Of the rows as COPY writes them, before they are compressed. */
      sha256: z.hash('sha256'),
      /** Of the file, as it lies there. */
      fileSha256: z.hash('sha256'),
    }),
  ),
  sequences: z.array(z.object({ name: identifier, last: z.string().regex(/^\d+$/), isCalled: z.boolean() })),
});

/** The content of a backup: `manifest.json` of its directory. */
export type Manifest = z.output<typeof manifestSchema>;
export type BackedUpTable = Manifest['tables'][number];

export const manifestFile = 'manifest.json';
/** The file of a table, in the directory of a backup. */
export const fileOf = (table: string) => `${table}.copy.gz`;

/** @throws BackupProblem when the directory has no backup, or one in a format that we do not know */
export async function readManifest(directory: string): Promise<Manifest> {
  const text = await readFile(join(directory, manifestFile), 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new BackupProblem(
      error.code === 'ENOENT'
        ? `${directory} has no ${manifestFile}. It is no backup, or one that was not finished.`
        : `${join(directory, manifestFile)} cannot be read: ${error.message}`,
    );
  });
  try {
    return manifestSchema.parse(JSON.parse(text));
  } catch (error) {
    throw new BackupProblem(`${join(directory, manifestFile)} is damaged, or was written by a newer version.`, {
      cause: error,
    });
  }
}
