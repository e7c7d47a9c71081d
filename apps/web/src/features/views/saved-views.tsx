'use client';

import { useQuery } from '@tanstack/react-query';
import { buttonVariants, cn, Skeleton } from '@tillgate/ui';
import { Bookmark, Users } from 'lucide-react';
import { usePathname } from 'next/navigation';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { Link } from '@/features/shell/link';
import { onDemand } from '@/features/shell/on-demand';
import { useTenant } from '@/features/shell/use-tenant';
import { useTRPC } from '@/trpc/client';
import type { ViewPage } from './types.ts';

const ViewsDialog = onDemand(() => import('./views-dialog.tsx').then((dialogs) => dialogs.ViewsDialog));

type Props = {
  page: ViewPage;
  /** The filters that are on, as they stand in the address. */
  values: Partial<Record<string, string>>;
  /** What the page without filters is called, where it does not show everything. */
  plainName?: string;
};

/** The filters as a query string with sorted names, so that the same filters are the same view. */
function queryOf(values: Partial<Record<string, string>>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) if (value) parameters.set(name, value);
  parameters.sort();
  return parameters.toString();
}

/** The views of a page as tabs, and the way to keep the filters that are on. Needs the texts of `views`. */
export function SavedViews({ page, values, plainName }: Props) {
  const t = useTranslations('views');
  const trpc = useTRPC();
  const tenant = useTenant();
  const pathname = usePathname();
  const views = useQuery(trpc.views.list.queryOptions({ ...tenant, page }));
  const [isOpen, setOpen] = useState(false);
  const query = queryOf(values);
  const tabs = [{ viewId: 'all', name: plainName ?? t('all'), query: '', isShared: false }, ...(views.data ?? [])];
  return (
    <div className="flex items-center gap-2 border-b">
      <nav aria-label={t('label')} className="flex min-w-0 flex-1 gap-1 overflow-x-auto [scrollbar-width:none]">
        {tabs.map((view) => (
          <Link
            key={view.viewId}
            href={view.query === '' ? pathname : `${pathname}?${view.query}`}
            aria-current={view.query === query ? 'page' : undefined}
            className={cn(
              'inline-flex h-9 pointer-coarse:h-11 pointer-coarse:min-w-11 shrink-0 items-center justify-center gap-1.5 whitespace-nowrap border-transparent border-b-2 px-2.5 text-muted-foreground text-sm hover:text-foreground focus-visible:-outline-offset-2',
              'aria-[current=page]:border-primary aria-[current=page]:font-medium aria-[current=page]:text-foreground',
            )}
          >
            {view.name}
            {view.isShared && (
              <span role="img" aria-label={t('shared')} title={t('shared')}>
                <Users aria-hidden="true" className="size-3.5" />
              </span>
            )}
          </Link>
        ))}
        {views.isPending && <Skeleton className="my-2.5 h-4 w-24" />}
      </nav>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        onPointerEnter={ViewsDialog.preload}
        onFocus={ViewsDialog.preload}
        className={cn(buttonVariants({ variant: 'ghost', size: 'sm' }), 'mb-1')}
      >
        <Bookmark aria-hidden="true" />
        {t('open')}
      </button>
      {isOpen && <ViewsDialog page={page} query={query} views={views.data ?? []} onClose={() => setOpen(false)} />}
    </div>
  );
}
