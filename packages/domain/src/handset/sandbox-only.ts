import type { Tenant } from '../context.ts';
import { DomainError } from '../errors.ts';

/**
 * Refuses production, where there is no handset of ours.
 * @throws DomainError not_found
 */
export function sandboxOnly({ environment }: Tenant): void {
  if (environment !== 'sandbox') throw new DomainError('not_found', 'There is a handset in the sandbox only.');
}
