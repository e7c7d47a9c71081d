'use client';

import { useTenant } from '@/features/shell/use-tenant';
import type { ExportRow } from './types.ts';

/** Whether the export still waits for the worker. */
export const isOpen = ({ status }: Pick<ExportRow, 'status'>) => status === 'queued' || status === 'running';

/** Where the file of an export is. */
export function useFileAddress() {
  const { applicationId, environment } = useTenant();
  return (exportId: string) => `/api/exports/${applicationId}/${environment}/${exportId}`;
}
