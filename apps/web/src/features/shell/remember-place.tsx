'use client';

import { usePathname, useSearchParams } from 'next/navigation';
import { useEffect } from 'react';
import { rememberPlace } from './left-places.ts';

/** Remembers how each page of this tab was left, for the ways back to it. */
export function RememberPlace() {
  const pathname = usePathname();
  const search = useSearchParams().toString();
  useEffect(() => rememberPlace(pathname, search), [pathname, search]);
  return null;
}
