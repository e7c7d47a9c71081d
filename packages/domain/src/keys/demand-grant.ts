import type { Environment, Prisma } from '@tillgate/db';
import type { Scope } from '../kernel/authority.ts';
import type { Actor } from '../kernel/context.ts';
import { DomainError } from '../kernel/errors.ts';
import { lockRole, may } from '../organizations/index.ts';
import { needsGrant } from './key.ts';

/**
 * Refuses an actor who may not give a production key a scope that moves money out. The operator may;
 * of people, those whose role may. Refuses people who are no longer members any key: their
 * membership is locked, so somebody who removes them at this moment sees the key.
 * @throws DomainError forbidden
 */
export async function demandGrant(
  tx: Prisma.TransactionClient,
  actor: Actor,
  { organizationId }: { organizationId: string },
  { environment, scopes }: { environment: Environment; scopes: readonly Scope[] },
): Promise<void> {
  if (actor === 'operator') return;
  const userId = actor.startsWith('user:') ? actor.slice('user:'.length) : undefined;
  const role = userId === undefined ? undefined : await lockRole(tx, organizationId, userId);
  if (userId !== undefined && !role) throw new DomainError('forbidden', 'You are not a member of this organization.');
  if (!needsGrant(environment, scopes)) return;
  if (role && may(role, 'keys.grant')) return;
  throw new DomainError(
    'forbidden',
    'Only an owner or admin may create or rotate a production key that can pay out or refund.',
  );
}
