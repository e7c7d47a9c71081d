'use client';

import { useParams } from 'next/navigation';
import { useMemo } from 'react';
import type { TenantParams } from './tenant.ts';

/** The application and environment of the address. Spread it into the input of a tenant procedure. */
export function useTenant(): TenantParams {
  const params = useParams<{ applicationId: string; environment: string }>();
  const { applicationId, environment } = params;
  return useMemo(
    () => ({ applicationId, environment: environment === 'production' ? 'production' : 'sandbox' }),
    [applicationId, environment],
  );
}
