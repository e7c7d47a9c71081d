import type { Role } from '@tillgate/db';
import { requirePermission } from '../../kernel/authority.ts';
import type { ActorContext } from '../../kernel/context.ts';
import { confirmRefusal, findSeats, isNew, type Seat, settlesAt, wayInObstacle } from '../../organizations/index.ts';

type ListedMember = {
  userId: string;
  email: string;
  name: string | null;
  role: Role;
  joinedAt: Date;
  /** An authenticator app or a passkey. */
  hasSecondFactor: boolean;
  /** To the minute; null for a person who never signed in, or was signed out everywhere. */
  lastSeenAt: Date | null;
  /** Until when they may not decide about money in production, unless somebody confirms them; null when they may. */
  newUntil: Date | null;
  /** Whether the reader may confirm them, apart from the reader's role. */
  isConfirmable: boolean;
};

type ListedInvitation = {
  invitationId: string;
  email: string;
  role: Role;
  invitedAt: Date;
  expiresAt: Date;
  isExpired: boolean;
};

/** Far above any organization of people. */
const listedMax = 500;

/** The members of an organization, by email. The caller checks permissions. */
export async function listMembers(
  ctx: ActorContext,
  { organizationId }: { organizationId: string },
): Promise<ListedMember[]> {
  requirePermission(ctx, 'members.read');
  const rows = await ctx.db.prisma.membership.findMany({
    where: { organizationId },
    orderBy: { user: { email: 'asc' } },
    take: listedMax,
    include: {
      user: {
        select: {
          email: true,
          name: true,
          secondFactor: { select: { confirmedAt: true } },
          _count: { select: { passkeys: true } },
          sessions: { select: { lastSeenAt: true }, orderBy: { lastSeenAt: 'desc' }, take: 1 },
        },
      },
    },
  });
  const now = ctx.clock.now();
  const seats = await findSeats(
    ctx.db.prisma,
    organizationId,
    rows.map(({ userId }) => userId),
  );
  const reader = seats.of(ctx.actor.slice('user:'.length));
  return rows.map(({ userId, role, createdAt, user }) => ({
    userId,
    email: user.email,
    name: user.name,
    role,
    joinedAt: createdAt,
    hasSecondFactor: user.secondFactor?.confirmedAt != null || user._count.passkeys > 0,
    lastSeenAt: user.sessions[0]?.lastSeenAt ?? null,
    ...standingOf(seats.of(userId), reader, now),
  }));
}

/** Whether a member is new, and whether the reader may confirm them. Owners also confirm new ways to sign in. */
function standingOf(seat: Seat | undefined, reader: Seat | undefined, now: Date) {
  const roleUntil = seat && isNew(seat, now) ? settlesAt(seat.roleSince) : undefined;
  const wayInUntil = seat && wayInObstacle(seat, now)?.until;
  const ends = [roleUntil, wayInUntil].flatMap((end) => end ?? []).sort((a, b) => b.getTime() - a.getTime());
  const [newUntil = null] = ends;
  const isOpen = newUntil !== null && (roleUntil !== undefined || reader?.role === 'owner');
  const isConfirmable = isOpen && seat !== undefined && reader !== undefined && !confirmRefusal(seat, reader, now);
  return { newUntil, isConfirmable };
}

/** Invitations that are not accepted yet, newest first; also expired ones, because they can be sent again. */
export async function listInvitations(
  ctx: ActorContext,
  { organizationId }: { organizationId: string },
): Promise<ListedInvitation[]> {
  requirePermission(ctx, 'members.read');
  const now = ctx.clock.now();
  const rows = await ctx.db.prisma.invitation.findMany({
    where: { organizationId, acceptedAt: null, revokedAt: null },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: listedMax,
  });
  return rows.map(({ id, email, role, createdAt, expiresAt }) => {
    return { invitationId: id, email, role, invitedAt: createdAt, expiresAt, isExpired: expiresAt <= now };
  });
}
