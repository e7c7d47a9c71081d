import { permissionsOf } from '@tillgate/domain/organizations';
import type { ReactNode } from 'react';
import { FrameProvider } from '@/features/shell/frame-context';
import { readTenant, type TenantPageParams } from '@/features/shell/tenant-page';

export default async function TenantLayout({ params, children }: { params: TenantPageParams; children: ReactNode }) {
  const { role, organizationId } = await readTenant(params);
  return (
    <FrameProvider role={role} organizationId={organizationId} permissions={permissionsOf(role)}>
      <main>{children}</main>
    </FrameProvider>
  );
}
