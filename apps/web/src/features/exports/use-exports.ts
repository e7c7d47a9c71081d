'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useTenant } from '@/features/shell/use-tenant';
import { useTRPC } from '@/trpc/client';
import type { ExportRow } from './types.ts';

/** Loads the lists of exports, schedules and buckets again. */
export function useExportsChanged() {
  const trpc = useTRPC();
  const client = useQueryClient();
  return async () => {
    await Promise.all([
      client.invalidateQueries(trpc.exports.list.pathFilter()),
      client.invalidateQueries(trpc.exports.get.pathFilter()),
      client.invalidateQueries(trpc.exports.schedules.pathFilter()),
      client.invalidateQueries(trpc.buckets.list.pathFilter()),
    ]);
  };
}

/** Whether the export still waits for the worker. */
export const isOpen = ({ status }: Pick<ExportRow, 'status'>) => status === 'queued' || status === 'running';

/** Where the file of an export is. */
export function useFileAddress() {
  const { applicationId, environment } = useTenant();
  return (exportId: string) => `/api/exports/${applicationId}/${environment}/${exportId}`;
}
