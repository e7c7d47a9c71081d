import type { Tenant } from '../kernel/context.ts';
import { DomainError } from '../kernel/errors.ts';
import { handsetRefusals } from './refusals.ts';

/**
 * Refuses production, where there is no handset of ours.
 * @throws DomainError not_found
 */
export function sandboxOnly({ environment }: Tenant): void {
  if (environment !== 'sandbox') throw new DomainError('not_found', handsetRefusals.sandboxHandset);
}
