'use client';

import { useQuery } from '@tanstack/react-query';
import { ListFilters } from '@/features/lists/list-filters';
import type { List } from '@/features/lists/use-list';
import { usePermission } from '@/features/shell/use-permission';
import { useTenant } from '@/features/shell/use-tenant';
import { useTRPC } from '@/trpc/client';

/** The filters of the request log, with the application's keys to choose from. */
export function RequestFilters({ list }: { list: List }) {
  const trpc = useTRPC();
  const tenant = useTenant();
  const keys = useQuery(trpc.keys.list.queryOptions(tenant, { enabled: usePermission('keys.read') }));
  const keyId = keys.data?.map((key) => ({ value: key.keyId, label: `${key.name} …${key.lastFour}` }));
  return <ListFilters list={list} options={{ keyId }} />;
}
