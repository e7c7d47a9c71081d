import type { Environment, Prisma } from '@tillgate/db';
import type { Scope } from '../kernel/authority.ts';
import type { Actor } from '../kernel/context.ts';
import { DomainError } from '../kernel/errors.ts';
import { hasColleagueWho, lockSeats, may, obstacleRefusal, settlesAt, wayInObstacle } from '../organizations/index.ts';
import { asksSecondPerson, lockPolicyIn } from '../policies/index.ts';
import { needsGrant } from './key.ts';
import { keyRefusals } from './refusals.ts';

/** When a new key may move money out. */
export type MoneyGrant = {
  /** It waits for a second person. */
  isHeld: boolean;
  /** The time from which it may; null without one. */
  moneyFrom: Date | null;
};

const atOnce: MoneyGrant = { isHeld: false, moneyFrom: null };

type Wanted = { applicationId: string; environment: Environment; scopes: readonly Scope[] };

/**
 * Refuses an actor who may not give a production key a scope that moves money out, and says when the key may use it. The
 * operator may give it at once; of people, those whose role may. Where the dashboard asks a second person for money out, the
 * key waits for one, too, or for a day where there is nobody else. Refuses people who are no longer members any key: their
 * membership is locked, so somebody who removes them at this moment sees the key.
 * @throws DomainError forbidden
 */
export async function grantMoney(
  tx: Prisma.TransactionClient,
  actor: Actor,
  { organizationId }: { organizationId: string },
  { applicationId, environment, scopes }: Wanted,
  now: Date,
): Promise<MoneyGrant> {
  if (actor === 'operator') return atOnce;
  const userId = actor.startsWith('user:') ? actor.slice('user:'.length) : undefined;
  const seat = userId === undefined ? undefined : (await lockSeats(tx, organizationId, [userId])).of(userId);
  if (userId !== undefined && !seat) throw new DomainError('forbidden', keyRefusals.notMember);
  if (!needsGrant(environment, scopes)) return atOnce;
  if (!seat || !may(seat.role, 'keys.grant')) {
    throw new DomainError('forbidden', keyRefusals.moneyKeyRole);
  }
  const obstacle = wayInObstacle(seat, now);
  if (obstacle) throw obstacleRefusal(obstacle);
  if (!asksSecondPerson(await lockPolicyIn(tx, { applicationId, environment }))) return atOnce;
  const rights = ['keys.grant', 'orders.approve'] as const;
  if (await hasColleagueWho(tx, organizationId, seat.userId, rights)) return { isHeld: true, moneyFrom: null };
  return { isHeld: false, moneyFrom: settlesAt(now) };
}
