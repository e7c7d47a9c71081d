import { DomainError, isDatabaseOutage } from '@tillgate/domain';
import { failureOf } from '../output.ts';

/** Postgres ended a statement that took too long. */
const statementTimeout = '57014';
const framesMax = 5;

/** An error in one sentence for the caller of a tool; undefined for what is a fault of ours. */
export function sentenceOf(error: unknown): string | undefined {
  if (error instanceof DomainError) return error.message;
  const { error: advice, code } = failureOf(error);
  if (code === 'unavailable') return advice;
  if (isDatabaseOutage(error)) return 'The database cannot be reached at the moment. Try again later.';
  if (hasCode(error, statementTimeout)) return 'The database needs too long for this. Ask for less.';
  return undefined;
}

/** Where an error was thrown. Without its message, which may contain data of customers. */
export function traceOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  const code = 'code' in error ? ` ${String(error.code)}` : '';
  return [`${error.name}${code}`, ...frames.slice(0, framesMax)].join('\n');
}

function hasCode(error: unknown, code: string): boolean {
  if (!(error instanceof Error)) return false;
  return ('code' in error && error.code === code) || hasCode(error.cause, code);
}
