import type { Role, SignInRequirement } from '@tillgate/db';
import { DomainError } from '../kernel/errors.ts';
import { hourMs, later, momentOf } from '../kernel/time.ts';
import { organizationRefusals } from './refusals.ts';

// Decides who may decide about money. A role, a way to sign in and a payee count after another person's confirmation or
// after some time, so that nobody can create their own second person.

/** After how long a role, a way in or a payee counts without anybody's confirmation. */
export const settlingHours = 24;

/** When something that was made at `since` counts by itself. */
export const settlesAt = (since: Date): Date => later(since, settlingHours * hourMs);

/** A member of an organization, with the history of their role. */
export type Seat = {
  userId: string;
  role: Role;
  /** When the member got the role. */
  roleSince: Date;
  /** Who answers for the role while it is new, as in the audit. Null: written by a version that did not keep it. */
  vouchedBy: string | null;
  /** When another owner or admin confirmed the role. */
  confirmedAt: Date | null;
  requiredSignIn: SignInRequirement | null;
  /** When the person enrolled a first passkey or authenticator app because an organization required one. */
  firstFactorAt: Date | null;
  /** When a new password removed passkeys. */
  factorsEndedAt: Date | null;
  /** When an owner confirmed how the person signs in. */
  waysInConfirmedAt: Date | null;
};

/** Why a member may not decide about money yet, and when they may. */
export type Obstacle = { why: 'new_role' | 'same_people' | 'new_way_in' | 'own_payee'; until: Date };

/** Whether the role is new and confirmed only by its giver. The operator is trusted. */
export function isNew({ roleSince, vouchedBy, confirmedAt }: Seat, now: Date): boolean {
  return confirmedAt === null && vouchedBy !== 'operator' && settlesAt(roleSince) > now;
}

/** The person who counts as the decider: the member or, while their role is new, the person who vouches for it. */
export function whoAnswers(seat: Seat, now: Date): string {
  return (isNew(seat, now) ? seat.vouchedBy : null) ?? `user:${seat.userId}`;
}

/** Whether two members are two people, and not one with two accounts. */
export function areTwoPeople(one: Seat, other: Seat, now: Date): boolean {
  return whoAnswers(one, now) !== whoAnswers(other, now);
}

/** Why the way in which a member signs in does not count for money yet; undefined when it does. */
export function wayInObstacle(seat: Seat, now: Date): Obstacle | undefined {
  const enrolledAt = seat.requiredSignIn === 'second_factor' ? seat.firstFactorAt : null;
  const ends = [enrolledAt, seat.factorsEndedAt].flatMap((since) => {
    const isConfirmed = since === null || (seat.waysInConfirmedAt !== null && seat.waysInConfirmedAt >= since);
    return isConfirmed || settlesAt(since) <= now ? [] : [settlesAt(since)];
  });
  const [until] = ends.sort((a, b) => b.getTime() - a.getTime());
  return until && { why: 'new_way_in', until };
}

/**
 * Why a member may not decide yet about what another one asked for; undefined when they may. Their roles allow it
 * otherwise.
 */
export function secondPersonObstacle(decider: Seat, requester: Seat, askedAt: Date, now: Date): Obstacle | undefined {
  const wayIn = wayInObstacle(decider, now);
  if (wayIn) return wayIn;
  if (isNew(decider, now) && decider.roleSince > askedAt) {
    return { why: 'new_role', until: settlesAt(decider.roleSince) };
  }
  if (areTwoPeople(decider, requester, now)) return undefined;
  const ends = [decider, requester].filter((seat) => isNew(seat, now)).map(({ roleSince }) => settlesAt(roleSince));
  const [until = now] = ends.sort((a, b) => a.getTime() - b.getTime());
  return { why: 'same_people', until };
}

/** Why a member may not confirm another one; undefined when they may. Their roles allow it otherwise. */
export function confirmRefusal(member: Seat, confirmer: Seat, now: Date): DomainError | undefined {
  if (member.userId === confirmer.userId) {
    return new DomainError('forbidden', organizationRefusals.confirmsOneself);
  }
  if (areTwoPeople(member, confirmer, now)) return undefined;
  const detail = organizationRefusals.confirmsOwn;
  return new DomainError('forbidden', detail);
}

const sentences = {
  new_role: organizationRefusals.newRole,
  same_people: organizationRefusals.samePeople,
  new_way_in: organizationRefusals.newWayIn,
  own_payee: organizationRefusals.ownPayee,
} satisfies Record<Obstacle['why'], unknown>;

/** Refuses because of an obstacle. */
export function obstacleRefusal({ why, until }: Obstacle): DomainError {
  return new DomainError('forbidden', sentences[why]({ until: momentOf(until) }));
}
