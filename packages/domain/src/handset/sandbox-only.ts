import type { Tenant } from '../context.ts';
import { DomainError } from '../errors.ts';

/** In production customers have phones of their own. @throws DomainError not_found */
export function sandboxOnly({ environment }: Tenant): void {
  if (environment !== 'sandbox') throw new DomainError('not_found', 'There is a handset in the sandbox only.');
}
