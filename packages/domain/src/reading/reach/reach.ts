import type { Environment } from '@tillgate/db';
import type { Permission } from '../../kernel/permission.ts';
import type { Span } from '../keyset.ts';

/** An application that a caller of the reporting API may read. */
type ReachedApplication = {
  applicationId: string;
  name: string;
  organizationId: string;
  /** The caller's permissions in it. */
  permissions: ReadonlySet<Permission>;
};

/** All that a caller of the reporting API may read, by application. */
export type Reach = ReadonlyMap<string, ReachedApplication>;

type Wanted = { applicationId?: string | null; environment: Environment };
type Answer =
  | { kind: 'span'; span: Span }
  /** A missing application, or one of another organization. Both look the same to the caller. */
  | { kind: 'missing' }
  | { kind: 'denied' };

/** Most applications that one list reads. */
export const spanApplicationsMax = 100;

/** Whether a caller has a permission in an application. */
export function mayRead(reach: Reach, permission: Permission, applicationId: string): boolean {
  return reach.get(applicationId)?.permissions.has(permission) ?? false;
}

/** The applications in which a caller has a permission. */
export function readable(reach: Reach, permission: Permission): string[] {
  return [...reach.values()]
    .filter(({ permissions }) => permissions.has(permission))
    .map(({ applicationId }) => applicationId);
}

/**
 * The span of a list: the requested application, or all applications where the caller has the permission. A caller with
 * applications but without the permission is denied.
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
