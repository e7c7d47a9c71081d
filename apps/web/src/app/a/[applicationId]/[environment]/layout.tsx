import type { ReactNode } from 'react';
import { Frame } from '@/features/shell/frame';
import { readTenant, type TenantPageParams } from '@/features/shell/tenant-page';
import { HydrateClient, prefetched, trpc } from '@/trpc/server';

/** The frame arrives with its content: nothing of it jumps into place later. */
export default async function TenantLayout({ params, children }: { params: TenantPageParams; children: ReactNode }) {
  const { tenant } = await readTenant(params);
  await Promise.all([
    prefetched(trpc.navigation.places.queryOptions()),
    prefetched(trpc.navigation.tenant.queryOptions(tenant)),
  ]);
  return (
    <HydrateClient>
      <Frame>{children}</Frame>
    </HydrateClient>
  );
}
