import { DomainError, type Issue } from '../kernel/errors.ts';
import { issue } from '../kernel/input.ts';
import type { Named } from '../kernel/refusals.ts';

/** The refusal of a whole file. Nothing is stored. */
export function refusedFile(why: Named): DomainError {
  return refusedBy([issue('file', why)]);
}

export function refusedBy(found: Issue[]): DomainError {
  const sentence = found.map(({ message }) => message).join('; ');
  return new DomainError('invalid_input', `The statement cannot be read: ${sentence}.`, { issues: found });
}
