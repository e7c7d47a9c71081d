'use client';

import { DataTable, type DataTableColumn, EmptyState, PageHeader } from '@tillgate/ui';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl/react';
import { LoadError } from '@/features/shell/load-error';
import { ListFoot } from './list-foot.tsx';
import { SamePageLinks } from './same-page-links.tsx';
import type { List } from './use-list.ts';

type PageQuery<Item> = {
  data: { rows: readonly Item[]; newer: string | null; older: string | null } | undefined;
  isPending: boolean;
  isError: boolean;
  isPlaceholderData: boolean;
  isFetching: boolean;
  error: unknown;
  refetch: () => unknown;
};

type Props<Item> = {
  list: List;
  /** Buttons of the page. */
  actions?: ReactNode;
  /** The filters above the table. */
  filters: ReactNode;
  query: PageQuery<Item>;
  columns: readonly DataTableColumn<Item>[];
  keyOf: (row: Item) => string;
  /** The link of a row: its page, or this page with the row open beside the list. */
  hrefOf: (row: Item) => string;
  /** The name of a row, if its first cell does not identify it. */
  nameOf?: (row: Item) => string;
  /** The key of the row that is open beside the list. */
  openKey?: string | null;
  /** Names the table for screen readers where the title of the page is not enough. */
  caption?: string;
  icon: ReactNode;
  /** What helps while there are no rows at all. */
  emptyAction?: ReactNode;
  /** Below a filtered list, in place of the number of its rows. */
  summary?: ReactNode;
  /** The open row. */
  children?: ReactNode;
};

/** The page of a list: filters, a table, and the way to older rows. Its title and texts are those of the list's feature. */
export function ListPage<Item>(props: Props<Item>) {
  const { list, query } = props;
  const t = useTranslations(list.definition.feature);
  const empty = (
    <EmptyState
      icon={props.icon}
      title={list.isFiltered ? t('empty.filteredTitle') : t('empty.title')}
      description={list.isFiltered ? t('empty.filteredDescription') : t('empty.description')}
      action={!list.isFiltered && props.emptyAction}
    />
  );
  return (
    <div className="flex flex-col gap-4">
      <PageHeader title={t('title')} description={t('description')} actions={props.actions} />
      {props.filters}
      <SamePageLinks>
        <DataTable
          caption={props.caption ?? t('title')}
          columns={props.columns}
          rows={query.data?.rows ?? []}
          rowKey={props.keyOf}
          getRowHref={props.hrefOf}
          getRowName={props.nameOf}
          selectedKey={props.openKey ?? undefined}
          isLoading={query.isPending}
          empty={query.isError ? <LoadError query={query} /> : empty}
        />
      </SamePageLinks>
      <ListFoot
        page={query.data && { ...query.data, count: query.data.rows.length }}
        isFetching={query.isPlaceholderData}
        turnTo={list.turnTo}
        summary={list.isFiltered ? props.summary : undefined}
      />
      {props.children}
    </div>
  );
}
