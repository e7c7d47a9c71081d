import { type Prisma, type Sql, sql } from '@tillgate/db';
import { type Seat, whoAnswers } from './standing.ts';

type Db = Pick<Prisma.TransactionClient, '$queryRaw'>;

/** Seats by person. Disabled people and non-members have none. */
export type Seats = { of(userId: string): Seat | undefined };

function seatRows(organizationId: string, userIds: string[]): Sql {
  return sql`
    SELECT m.user_id AS "userId", m.role, coalesce(m.role_since, m.created_at) AS "roleSince",
      m.vouched_by AS "vouchedBy", m.confirmed_at AS "confirmedAt", m.ways_in_confirmed_at AS "waysInConfirmedAt",
      o.required_sign_in AS "requiredSignIn", u.first_factor_at AS "firstFactorAt",
      u.factors_ended_at AS "factorsEndedAt"
    FROM memberships m JOIN users u ON u.id = m.user_id JOIN organizations o ON o.id = m.organization_id
    WHERE m.organization_id = ${organizationId}::uuid AND m.user_id = ANY (${userIds}::uuid[]) AND u.disabled_at IS NULL
    ORDER BY m.user_id`;
}

/** The seats of people in an organization. */
export async function findSeats(db: Db, organizationId: string, userIds: string[]): Promise<Seats> {
  return seatsOf(await db.$queryRaw<Seat[]>(seatRows(organizationId, userIds)));
}

/**
 * The seats of people in an organization, locked until the transaction ends: a role that is taken away at the same moment
 * changes before or after it, never in between.
 */
export async function lockSeats(tx: Db, organizationId: string, userIds: string[]): Promise<Seats> {
  return seatsOf(await tx.$queryRaw<Seat[]>(sql`${seatRows(organizationId, userIds)} FOR SHARE OF m`));
}

function seatsOf(rows: Seat[]): Seats {
  const byPerson = new Map(rows.map((seat) => [seat.userId, seat]));
  return { of: (userId) => byPerson.get(userId) };
}

/**
 * The person who vouches for a role that is given now, as in the audit: the giver or, while the giver is new, the person
 * who vouches for the giver. A chain of new members leads back to its first giver.
 */
export async function findVoucher(db: Db, organizationId: string, giver: string, now: Date): Promise<string> {
  if (!giver.startsWith('user:')) return giver;
  const userId = giver.slice('user:'.length);
  const seat = (await findSeats(db, organizationId, [userId])).of(userId);
  return seat ? whoAnswers(seat, now) : giver;
}
