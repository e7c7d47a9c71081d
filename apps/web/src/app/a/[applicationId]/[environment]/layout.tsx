import { dehydrate, HydrationBoundary } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Frame } from '@/features/shell/frame';
import { navigationIcons } from '@/features/shell/navigation-icons';
import { readTenant, type TenantPageParams } from '@/features/shell/tenant-page';
import { createQueryClient } from '@/trpc/query-client';
import { trpc } from '@/trpc/server';

/**
 * The frame arrives with its content: nothing of it jumps into place later. Its answers are handed over here and not with the
 * page's, which are below it and may be ready first.
 */
export default async function TenantLayout({ params, children }: { params: TenantPageParams; children: ReactNode }) {
  const { tenant } = await readTenant(params);
  const client = createQueryClient();
  await Promise.all([
    client.prefetchQuery(trpc.navigation.places.queryOptions()),
    client.prefetchQuery(trpc.navigation.tenant.queryOptions(tenant)),
  ]);
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <Frame icons={navigationIcons()}>{children}</Frame>
    </HydrationBoundary>
  );
}
