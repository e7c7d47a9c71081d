import type { Prisma, Role } from '@tillgate/db';

// Every statement that writes `invitations` is in this file.

type Tx = Prisma.TransactionClient;

type NewInvitation = {
  id: string;
  organizationId: string;
  email: string;
  role: Role;
  /** Hash of the token in the link. */
  hash: string;
  invitedBy: string;
  createdAt: Date;
  expiresAt: Date;
};

export async function insertInvitation(tx: Tx, invitation: NewInvitation): Promise<void> {
  await tx.invitation.create({ data: invitation });
}

/** Gives an open invitation a new link, a new expiry and a new inviter. Returns false when it is no longer open. */
export async function renewInvitation(
  tx: Tx,
  id: string,
  renewed: { hash: string; expiresAt: Date; invitedBy: string },
): Promise<boolean> {
  const { count } = await tx.invitation.updateMany({ where: { id, acceptedAt: null, revokedAt: null }, data: renewed });
  return count === 1;
}

/** Accepts an open invitation by its link. Returns false when the link no longer works. */
export async function recordAccepted(tx: Tx, { id, hash }: { id: string; hash: string }, at: Date): Promise<boolean> {
  const { count } = await tx.invitation.updateMany({
    where: { id, hash, acceptedAt: null, revokedAt: null, expiresAt: { gt: at } },
    data: { acceptedAt: at },
  });
  return count === 1;
}

export async function recordInvitationRevoked(tx: Tx, id: string, at: Date): Promise<void> {
  await tx.invitation.update({ where: { id }, data: { revokedAt: at } });
}
