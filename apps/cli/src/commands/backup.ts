import { backUp } from '@tillgate/db/backup';
import { Command } from 'commander';
import { count } from '../count.ts';
import { readDatabaseUrl } from '../env.ts';
import type { Answer } from '../output.ts';

const help = `
Run it as the owner of the tables. Everything may go on meanwhile: all rows are as they were at one moment.

The directory has one compressed file for each table and a manifest with their checksums. It contains personal data
and secrets that are encrypted. Keep it encrypted, and keep the seal keys and vault keys apart from it.

A backup is no substitute for continuous archiving: what happened after it is lost. See docs/backup.md.`;

export function backup(answer: (answer: Answer) => void, report: (line: string) => void): Command {
  return new Command('backup')
    .description('write all rows of the database into a new directory')
    .requiredOption('--out <directory>', 'a directory that is empty or does not exist')
    .addHelpText('after', help)
    .action(async ({ out }: { out: string }) => {
      const made = await backUp(readDatabaseUrl(), out, ({ name, rows }) => report(`${name}: ${count(rows, 'row')}\n`));
      const rows = made.tables.reduce((sum, table) => sum + table.rows, 0);
      answer({
        json: { directory: out, createdAt: made.createdAt, tables: made.tables.length, rows },
        text: `Backed up ${count(rows, 'row')} of ${count(made.tables.length, 'table')} to ${out}, as of ${made.createdAt}.
Prove that it can be restored: tillgate restore --verify --from ${out}`,
      });
    });
}
