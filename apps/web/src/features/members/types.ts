import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '@/trpc/root';

type Outputs = inferRouterOutputs<AppRouter>['members'];

export type MemberRow = Outputs['list']['members'][number];
export type InvitationRow = Outputs['invitations'][number];
/** Credentials that ended with a member's seat or role, and those that still work. */
export type Outlived = Outputs['remove'];
/** A key that a member made, and that works. */
export type KeyLeft = Outputs['keysOf'][number];
/** How members must sign in, and what the asking person's session has. */
export type SignInRule = inferRouterOutputs<AppRouter>['organizations']['signInRule'];
export type RoleName = MemberRow['role'];

/** The name of a person on the page. */
export function personName({ name, email }: { name: string | null; email: string }): string {
  return name ?? email;
}
