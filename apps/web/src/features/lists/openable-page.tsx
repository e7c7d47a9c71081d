'use client';

import { DataTable, type DataTableColumn, EmptyState, PageHeader } from '@tillgate/ui';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl/react';
import { LoadError } from '@/features/shell/load-error';
import { ListFoot } from './list-foot.tsx';
import { SamePageLinks } from './same-page-links.tsx';
import type { List } from './use-list.ts';
import { useRowHref } from './use-row-href.ts';

type Row = { id: string };
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
  /** The bar above the table. */
  filters: ReactNode;
  query: PageQuery<Item>;
  /** The parameter of the address that names the open row. */
  param: string;
  openId: string | null;
  columns: readonly DataTableColumn<Item>[];
  /** What tells a row from the others where its first cell does not. */
  nameOf?: (row: Item) => string;
  icon: ReactNode;
  /** What helps while there are no rows at all. */
  emptyAction?: ReactNode;
  /** The open row. */
  children: ReactNode;
};

/** The page of a list whose rows open beside it. Its title and texts are those of the list's feature. */
export function OpenablePage<Item extends Row>(props: Props<Item>) {
  const { list, query, param, openId, columns } = props;
  const t = useTranslations(list.definition.feature);
  const hrefOf = useRowHref(param);
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
          caption={t('title')}
          columns={columns}
          rows={query.data?.rows ?? []}
          rowKey={({ id }) => id}
          getRowHref={({ id }) => hrefOf(id)}
          getRowName={props.nameOf}
          selectedKey={openId ?? undefined}
          isLoading={query.isPending}
          empty={query.isError ? <LoadError query={query} /> : empty}
        />
      </SamePageLinks>
      <ListFoot
        page={query.data && { ...query.data, count: query.data.rows.length }}
        isFetching={query.isPlaceholderData}
        turnTo={list.turnTo}
      />
      {props.children}
    </div>
  );
}
