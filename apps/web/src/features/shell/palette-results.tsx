'use client';

import { useQuery } from '@tanstack/react-query';
import type { inferRouterOutputs } from '@trpc/server';
import { FileSearch, History } from 'lucide-react';
import { useRouter } from 'next/navigation';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl/react';
import { formatMoney, Time } from '@/format';
import { useTRPC } from '@/trpc/client';
import type { AppRouter } from '@/trpc/root';
import { recentHits, rememberHit } from './recent-hits.ts';
import { tenantPath } from './tenant.ts';
import { usePermission } from './use-permission.ts';
import { useTenant } from './use-tenant.ts';

export type Item = {
  id: string;
  label: string;
  icon: ReactNode;
  keywords?: string[];
  hint?: React.ReactNode;
  isResult?: boolean;
  onSelect: () => void;
};

/** Shorter texts match too much to be worth a search. */
const searchLengthMin = 3;
/** A whole message of the provider fits. */
export const searchLengthMax = 400;

/** What the server finds for the text, in this application and environment. */
export function useFound(text: string, isOpen: boolean): { items: Item[]; isLoading: boolean } {
  const trpc = useTRPC();
  const tenant = useTenant();
  const router = useRouter();
  const t = useTranslations('shell.palette');
  const isWorthIt = isOpen && text.length >= searchLengthMin;
  // An Enter for this text must not open a result of an earlier text.
  const answer = useQuery(trpc.search.find.queryOptions({ ...tenant, text }, { enabled: isWorthIt }));
  const hits = isWorthIt ? (answer.data?.hits ?? []) : [];
  return {
    isLoading: isWorthIt && answer.isFetching,
    items: hits.map((hit) => ({
      id: `${hit.kind}-${hit.id}`,
      label: hit.kind === 'review' ? t('review') : hit.title,
      hint: <HitFacts hit={hit} />,
      icon: <FileSearch aria-hidden="true" />,
      isResult: true,
      onSelect: () => {
        rememberHit({
          id: `${hit.kind}-${hit.id}`,
          label: [hit.title, hit.subtitle].filter(Boolean).join(' · '),
          href: hit.href,
        });
        router.push(hit.href);
      },
    })),
  };
}

type Hit = inferRouterOutputs<AppRouter>['search']['find']['hits'][number];

/** What tells one result from another: its amount and payer, how it stands, and when it was. */
function HitFacts({ hit: { subtitle, status, at } }: { hit: Hit }) {
  const t = useTranslations('shell.palette.status');
  const known = status !== null && t.has(status as 'pending') ? t(status as 'pending') : status;
  return (
    <span className="flex flex-wrap justify-end gap-x-2">
      {subtitle && <span>{subtitle}</span>}
      {known && <span className="font-medium text-foreground">{known}</span>}
      {at && <Time value={at} format="dateTime" />}
    </span>
  );
}

/** What was found and opened before, while nothing is typed. */
export function useRecent(isShown: boolean): Item[] {
  const tenant = useTenant();
  const router = useRouter();
  if (!isShown) return [];
  return recentHits(tenantPath(tenant)).map(({ id, label, href }) => ({
    id: `recent-${id}`,
    label,
    icon: <History aria-hidden="true" />,
    onSelect: () => router.push(href),
  }));
}

/** The list of payments of a sum. */
export function usePaymentsOf(amount: number | undefined): Item[] {
  const t = useTranslations('shell.palette');
  const tenant = useTenant();
  const router = useRouter();
  const isPermitted = usePermission('payments.read');
  if (amount === undefined || !isPermitted) return [];
  return [
    {
      id: 'payments-of-amount',
      label: t('amount', { amount: formatMoney(amount) }),
      icon: <FileSearch aria-hidden="true" />,
      isResult: true,
      onSelect: () => router.push(`${tenantPath(tenant, 'payments')}?min=${amount}&max=${amount}`),
    },
  ];
}
