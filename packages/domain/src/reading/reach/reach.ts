import type { Environment } from '@tillgate/db';
import type { Permission } from '../../kernel/permission.ts';
import type { Span } from '../keyset.ts';

/** An application that a caller of the reporting API may read something of. */
type ReachedApplication = {
  applicationId: string;
  name: string;
  organizationId: string;
  /** What the caller may read of it. */
  permissions: ReadonlySet<Permission>;
};

/** Everything that a caller of the reporting API may read, by the id of the application. */
export type Reach = ReadonlyMap<string, ReachedApplication>;

type Wanted = { applicationId?: string | null; environment: Environment };
type Answer =
  | { kind: 'span'; span: Span }
  /** No such application, or one of others: a caller cannot tell them apart. */
  | { kind: 'missing' }
  | { kind: 'denied' };

/** The most applications that one list reads. */
export const spanApplicationsMax = 100;

/** Whether a caller may read this of an application. */
export function mayRead(reach: Reach, permission: Permission, applicationId: string): boolean {
  return reach.get(applicationId)?.permissions.has(permission) ?? false;
}

/** The applications of which a caller may read this. */
export function readable(reach: Reach, permission: Permission): string[] {
  return [...reach.values()]
    .filter(({ permissions }) => permissions.has(permission))
    .map(({ applicationId }) => applicationId);
}

/**
 * What a list reads: the application that is asked for, or all of which the caller may read this.
 * A caller with applications, and none of which they may read this, is denied.
 */
export function spanOf(reach: Reach, permission: Permission, { applicationId, environment }: Wanted): Answer {
  if (applicationId !== undefined && applicationId !== null) {
    if (!reach.has(applicationId)) return { kind: 'missing' };
    if (!mayRead(reach, permission, applicationId)) return { kind: 'denied' };
    return { kind: 'span', span: { applicationIds: [applicationId], environment } };
  }
  const applicationIds = readable(reach, permission);
  if (applicationIds.length === 0 && reach.size > 0) return { kind: 'denied' };
  return { kind: 'span', span: { applicationIds, environment } };
}
