import { DomainError } from '@tillgate/domain';
import { EnvironmentProblem } from '@tillgate/process';
import { CommanderError } from 'commander';

/** What a command has to say, once as data and once for people. `failed` makes the exit code 1. */
export type Answer = { json: object; text: string; failed?: boolean };

export type Failure = { error: string; code: string; issues?: { path: string; message: string }[] };

/** Database faults that an operator can do something about, by the codes of Node, Prisma and Postgres. */
const databaseAdvice: Record<string, string> = {
  ECONNREFUSED: 'Nothing listens at DATABASE_URL. Is the database running?',
  ENOTFOUND: 'The host in DATABASE_URL is not known.',
  P1000: 'The database does not accept the user or password in DATABASE_URL.',
  P1001: 'The database at DATABASE_URL cannot be reached. Is it running?',
  P1003: 'The database that DATABASE_URL names does not exist.',
  P2021: 'The database is not migrated yet.',
  P2022: 'The database is not migrated yet.',
  '28P01': 'The database does not accept the user or password in DATABASE_URL.',
  '3D000': 'The database that DATABASE_URL names does not exist.',
  '42P01': 'The database is not migrated yet.',
};

/** Puts anything that was thrown into the form of the command line. */
export function failureOf(error: unknown): Failure {
  if (error instanceof DomainError) return withIssues(error.message, error.code, error.extras.issues);
  if (error instanceof EnvironmentProblem) return withIssues(error.message, 'invalid_environment', error.issues);
  if (error instanceof CommanderError) return { error: error.message.replace(/^error: /, ''), code: 'usage' };
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const advice = databaseAdvice[code];
  if (advice) return { error: advice, code: 'unavailable' };
  return { error: lastLine(error instanceof Error ? error.message : String(error)), code: 'internal' };
}

function withIssues(error: string, code: string, issues: Failure['issues']): Failure {
  return issues ? { error, code, issues } : { error, code };
}

/** Prisma puts the reason into the last line of many. */
function lastLine(message: string): string {
  return message.trim().split('\n').at(-1)?.trim() ?? '';
}
