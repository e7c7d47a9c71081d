'use client';

import { useCallback } from 'react';
import { useTenant } from '@/features/shell/use-tenant';
import { readKept } from './kept.ts';
import { useStored } from './use-stored.ts';
import { readCounter } from './visit.ts';

/** What this tab keeps of the counter; undefined until it is read. */
export function useCounter(person: string) {
  const { applicationId, environment } = useTenant();
  const read = useCallback((text: string | null) => readCounter(text, person), [person]);
  return useStored('sessionStorage', `tillgate-display/${applicationId}/${environment}`, read);
}

/** The requests and the shift that this device keeps for one person; undefined until they are read. */
export function useKept(person: string) {
  const { applicationId, environment } = useTenant();
  return useStored('localStorage', `tillgate-requests/${applicationId}/${environment}/${person}`, readKept);
}
