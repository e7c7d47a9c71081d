import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '@/trpc/root';

type Outputs = inferRouterOutputs<AppRouter>['members'];

export type MemberRow = Outputs['list']['members'][number];
export type InvitationRow = Outputs['invitations'][number];
/** A key that a removed member made, and that still works. */
export type KeyLeft = Outputs['remove']['liveKeys'][number];
export type RoleName = MemberRow['role'];

/** The name of a person on the page. */
export function personName({ name, email }: { name: string | null; email: string }): string {
  return name ?? email;
}
