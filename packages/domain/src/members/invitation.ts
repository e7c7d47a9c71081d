import { dayMs } from '../kernel/time.ts';

/** How long a link in an invitation works. */
export const invitationMs = 7 * dayMs;

type InvitationFields = { acceptedAt: Date | null; revokedAt: Date | null; expiresAt: Date };

export type InvitationState = 'open' | 'expired' | 'accepted' | 'revoked';

/** The state of an invitation. An expired one can still be sent again. */
export function invitationState(invitation: InvitationFields, now: Date): InvitationState {
  if (invitation.acceptedAt) return 'accepted';
  if (invitation.revokedAt) return 'revoked';
  return invitation.expiresAt.getTime() <= now.getTime() ? 'expired' : 'open';
}
