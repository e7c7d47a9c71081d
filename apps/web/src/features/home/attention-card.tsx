'use client';

import { Card, CardHeader, cn, Skeleton, toneFill } from '@tillgate/ui';
import { ChevronRight, CircleCheck } from 'lucide-react';
import { useTranslations } from 'use-intl/react';
import { useRailsLabel } from '@/features/rails/use-networks';
import { Link } from '@/features/shell/link';
import { tenantPath } from '@/features/shell/tenant';
import { useTenant } from '@/features/shell/use-tenant';
import { attentionPage, attentionTone } from './attention-page.ts';
import { useCountText } from './stats.tsx';
import type { AttentionItem, Home } from './types.ts';

const skeletonRows = ['first', 'second', 'third'];

/** The items that need attention, with links. */
export function AttentionCard({ home, className }: { home: Home | undefined; className?: string }) {
  const t = useTranslations('home.attention');
  return (
    <Card className={className}>
      <CardHeader title={t('title')} titleId="attention" />
      {home && home.attention.length === 0 && (
        <p className="flex items-center gap-2 px-4 py-4 text-muted-foreground text-sm">
          <CircleCheck aria-hidden="true" className="size-4 shrink-0 text-success" />
          {t('empty')}
        </p>
      )}
      {home && home.attention.length > 0 && (
        <ul aria-labelledby="attention" className="divide-y">
          {home.attention.map((item) => (
            <li key={item.kind}>
              <AttentionLink item={item} />
            </li>
          ))}
        </ul>
      )}
      {!home && (
        <div className="divide-y">
          {skeletonRows.map((row) => (
            <div key={row} className="flex h-10 items-center px-4">
              <Skeleton className="h-3.5 w-48" />
            </div>
          ))}
        </div>
      )}
    </Card>
  );
}

function AttentionLink({ item }: { item: AttentionItem }) {
  const t = useTranslations('home.attention');
  const tenant = useTenant();
  const countText = useCountText();
  // Only what is missing at all networks names them.
  const networks = useRailsLabel([]);
  return (
    <Link
      href={tenantPath(tenant, attentionPage(item))}
      className="group flex min-h-10 pointer-coarse:min-h-11 items-center gap-2.5 px-4 py-2 text-sm hover:bg-accent focus-visible:-outline-offset-2"
    >
      <span aria-hidden="true" className={cn('size-2 shrink-0 rounded-full', toneFill[attentionTone(item)])} />
      <span className="min-w-0 flex-1">
        {t(item.kind, { count: item.count.value, text: countText(item.count), networks })}
      </span>
      <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-muted-foreground group-hover:text-foreground" />
    </Link>
  );
}
