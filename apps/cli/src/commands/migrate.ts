import { Command } from 'commander';
import { readDatabaseUrl } from '../env.ts';
import type { Answer } from '../output.ts';

export function migrate(answer: (answer: Answer) => void): Command {
  return new Command('migrate')
    .description('apply migrations and give the database roles their rights; run it as the owner of the database')
    .action(async () => {
      const { migrateDatabase, rolesWarning } = await import('@tillgate/db/migrate');
      const { applied, roles } = await migrateDatabase(readDatabaseUrl());
      const done = applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'All migrations are applied.';
      const warning = rolesWarning(roles) ?? 'The database roles have their rights.';
      answer({ json: { applied, missingRoles: roles.missing, sql: roles.sql }, text: `${done}\n${warning}` });
    });
}
