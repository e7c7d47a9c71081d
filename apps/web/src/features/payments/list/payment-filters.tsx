'use client';

import type { RefObject } from 'react';
import { useTranslations } from 'use-intl/react';
import { ListFilters } from '@/features/lists/list-filters';
import { useNetworkOptions, useSaidNetwork } from '@/features/rails/use-networks';
import type { PaymentFilters as Filters } from '../filters.ts';
import { SearchBox } from './search-box.tsx';

type Props = { filters: Filters; searchRef: RefObject<HTMLInputElement | null> };

const loadReasonPanel = () => import('./reason-panel.tsx').then((part) => part.ReasonPanel);

/** The search box and the filters of the list. */
export function PaymentFilters({ filters, searchRef }: Props) {
  const t = useTranslations('payments');
  const said = useSaidNetwork();
  const { category, resultCode } = filters.input;
  const reason = [category && t(`category.${category}`, said), resultCode].filter(Boolean).join(' · ') || undefined;
  return (
    <ListFilters
      list={filters}
      options={useNetworkOptions()}
      custom={{ reason: { value: reason, load: loadReasonPanel } }}
    >
      <SearchBox filters={filters} inputRef={searchRef} />
    </ListFilters>
  );
}
