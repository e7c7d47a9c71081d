'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { buttonVariants } from '@tillgate/ui';
import { Link2, Plus } from 'lucide-react';
import { useTranslations } from 'use-intl/react';
import { ExportButton } from '@/features/exports/export-button';
import { ListFilters } from '@/features/lists/list-filters';
import { ListPage } from '@/features/lists/list-page';
import { useList } from '@/features/lists/use-list';
import { Link } from '@/features/shell/link';
import { Permitted } from '@/features/shell/permitted';
import { tenantPath } from '@/features/shell/tenant';
import { useTenant } from '@/features/shell/use-tenant';
import { useTRPC } from '@/trpc/client';
import { linkList } from './filters.ts';
import { useLinkColumns } from './link-columns.tsx';
import { NoPayPages } from './no-pay-pages.tsx';

/** The payment links of an application in one environment. */
export function LinksPage({ hasPayPages }: { hasPayPages: boolean }) {
  const trpc = useTRPC();
  const tenant = useTenant();
  const list = useList(linkList);
  const links = useQuery(
    trpc.links.list.queryOptions({ ...tenant, ...list.input }, { placeholderData: keepPreviousData }),
  );
  const action = hasPayPages && <NewLinkButton />;
  return (
    <ListPage
      list={list}
      actions={
        <>
          <ExportButton list="links" input={list.input} />
          {action}
        </>
      }
      filters={
        <>
          {!hasPayPages && <NoPayPages />}
          <ListFilters list={list} />
        </>
      }
      query={links}
      keyOf={({ id }) => id}
      hrefOf={({ id }) => tenantPath(tenant, `links/${id}`)}
      nameOf={({ title, accountReference }) => [title, accountReference].filter(Boolean).join(', ')}
      columns={useLinkColumns()}
      icon={<Link2 />}
      emptyAction={action}
    />
  );
}

function NewLinkButton() {
  const t = useTranslations('links');
  const tenant = useTenant();
  return (
    <Permitted permission="links.write">
      <Link href={tenantPath(tenant, 'links/new')} className={buttonVariants({ variant: 'primary' })}>
        <Plus aria-hidden="true" />
        {t('new.open')}
      </Link>
    </Permitted>
  );
}
