'use client';

import { usePathname, useSearchParams } from 'next/navigation';

/** The address of this page with one more parameter, so that a row can be opened beside its list and shared. */
export function useRowHref(name: string): (value: string) => string {
  const pathname = usePathname();
  const search = useSearchParams();
  return (value) => {
    const next = new URLSearchParams(search);
    next.set(name, value);
    return `${pathname}?${next.toString()}`;
  };
}
