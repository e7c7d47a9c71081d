import { hasDatabaseCode, isStatementTimeout } from '@tillgate/db';
import { DomainError } from '@tillgate/domain';
import { failureOf } from '../output.ts';

/** The connection may only read, so a refused write is a fault of ours. */
const readOnly = '25006';
const framesMax = 5;

/** An error in one sentence for the caller of a tool; undefined for internal errors. */
export function sentenceOf(error: unknown): string | undefined {
  if (error instanceof DomainError) return error.message;
  if (hasDatabaseCode(error, readOnly)) return undefined;
  const { error: advice, code } = failureOf(error);
  if (code === 'unavailable') return advice;
  if (isStatementTimeout(error)) return 'The database needs too long for this. Ask for less.';
  return undefined;
}

/** Where an error was thrown. Without its message, which may contain data of customers. */
export function traceOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  const code = 'code' in error ? ` ${String(error.code)}` : '';
  return [`${error.name}${code}`, ...frames.slice(0, framesMax)].join('\n');
}
