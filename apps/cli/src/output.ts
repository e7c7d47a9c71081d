import { hasDatabaseCode, isDatabaseOutage } from '@tillgate/db';
import { DomainError, publicIssues } from '@tillgate/domain';
import { EnvironmentProblem } from '@tillgate/process';
import { CommanderError } from 'commander';

/** The result of a command, as data and as text. `failed` makes the exit code 1. */
export type Answer = { json: object; text: string; failed?: boolean };

type Failure = { error: string; code: string; issues?: { path: string; name?: string; message: string }[] };

/** Advice for database errors that an operator can fix, by the code of Node, Prisma or Postgres. */
const databaseAdvice: Record<string, string> = {
  ECONNREFUSED: 'Nothing is listening at DATABASE_URL. Is the database running?',
  ENOTFOUND: 'The host in DATABASE_URL was not found.',
  P1000: 'The database does not accept the user or password in DATABASE_URL.',
  P1001: 'The database at DATABASE_URL cannot be reached. Is it running?',
  P1003: 'The database in DATABASE_URL does not exist.',
  P2021: 'The database is not migrated yet. `npm start` and `tillgate migrate` apply the migrations.',
  P2022: 'The database is not migrated yet. `npm start` and `tillgate migrate` apply the migrations.',
  '25006': 'The database at DATABASE_URL takes no changes. Is it a standby?',
  '42501': 'The user in DATABASE_URL lacks a right that this command needs. See `tillgate doctor`.',
  '28P01': 'The database does not accept the user or password in DATABASE_URL.',
  '3D000': 'The database in DATABASE_URL does not exist.',
  '42P01': 'The database is not migrated yet. `npm start` and `tillgate migrate` apply the migrations.',
};

const away = 'The database at DATABASE_URL does not answer. Is it running?';

/** Converts anything that was thrown to a failure of the command. */
export function failureOf(error: unknown): Failure {
  if (error instanceof DomainError)
    return withIssues(error.message, error.code, error.extras.issues && publicIssues(error.extras.issues));
  if (error instanceof EnvironmentProblem) return withIssues(error.message, 'invalid_environment', error.issues);
  if (error instanceof CommanderError) return { error: error.message.replace(/^error: /, ''), code: 'usage' };
  const advice = Object.entries(databaseAdvice).find(([code]) => hasDatabaseCode(error, code))?.[1];
  if (advice) return { error: advice, code: 'unavailable' };
  if (isDatabaseOutage(error)) return { error: away, code: 'unavailable' };
  return { error: lastLine(error instanceof Error ? error.message : String(error)), code: 'internal' };
}

function withIssues(error: string, code: string, issues: Failure['issues']): Failure {
  return issues ? { error, code, issues } : { error, code };
}

/** Prisma puts the reason in the last line of its message. */
function lastLine(message: string): string {
  return message.trim().split('\n').at(-1)?.trim() ?? '';
}
