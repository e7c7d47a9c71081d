import type { TRPCClientErrorLike } from '@trpc/client';
import type { AppRouter } from './root.ts';

/** An error of any procedure, as pages get it. */
type ProcedureError = TRPCClientErrorLike<AppRouter>;

/** The first issue of each field, by the path of the field: `amount`, `rules.0.pattern`. */
export function fieldIssues(error: unknown): Record<string, string> {
  const issues = dataOf(error)?.issues ?? [];
  return Object.fromEntries([...issues].reverse().map(({ path, message }) => [path, message]));
}

/** The sentence to show; undefined while there is no error, and when the person cancelled. */
export function messageOf(error: unknown): string | undefined {
  if (error === null || error === undefined || isCancelled(error)) return undefined;
  const data = dataOf(error);
  if (data) return data.detail;
  return error instanceof Error ? error.message : undefined;
}

/** Whether the person closed the dialog that asked who they are: that is no news to them. */
function isCancelled(error: unknown): boolean {
  return error instanceof Error && error.name === 'ReauthenticationCancelled';
}

/** The public part of the error, or undefined when it came from somewhere else: no connection, for one. */
export function dataOf(error: unknown): ProcedureError['data'] | undefined {
  if (typeof error !== 'object' || error === null || !('data' in error)) return undefined;
  const { data } = error as { data?: ProcedureError['data'] };
  return data && typeof data === 'object' && 'domainCode' in data ? data : undefined;
}

/** Whether the organization requires something that this session lacks. */
export function needsSignIn(error: unknown): boolean {
  return dataOf(error)?.reason === 'sign_in_required';
}

/** Whether the person is not signed in any more. */
export function hasSessionEnded(error: unknown): boolean {
  return dataOf(error)?.reason === 'session_ended';
}

/** Whether the person must prove again who they are. */
export function needsReauthentication(error: unknown): boolean {
  return dataOf(error)?.reason === 'reauthentication_required';
}
