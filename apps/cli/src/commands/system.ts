import { command } from '../command.ts';
import { examine } from '../doctor/examine.ts';
import { readDatabaseUrl, readEnv } from '../env.ts';
import { flag } from '../fields.ts';

export const doctor = command('doctor', {
  about: 'check every part of the system and say what to fix; exits with 1 if something is wrong',
  options: {
    production: flag('--production', 'also check the public address, archive, backup, clock, disk and server settings'),
  },
  run: async ({ production }) => {
    const parts = await examine(readEnv(), production);
    const ok = parts.every((part) => part.ok);
    const lines = parts.map((part) => `${part.ok ? 'ok  ' : 'FAIL'}  ${part.part.padEnd(11)} ${part.detail}`);
    return { json: { ok, parts }, text: lines.join('\n'), failed: !ok };
  },
});

export const migrate = command('migrate', {
  about: 'apply migrations and give the database roles their rights; run it as the owner of the database',
  run: async () => {
    const { migrateDatabase, rolesWarning } = await import('@tillgate/db/migrate');
    const { applied, roles } = await migrateDatabase(readDatabaseUrl());
    const done = applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'All migrations are applied.';
    const warning = rolesWarning(roles) ?? 'The database roles have their rights.';
    return { json: { applied, missingRoles: roles.missing, sql: roles.sql }, text: `${done}\n${warning}` };
  },
});
