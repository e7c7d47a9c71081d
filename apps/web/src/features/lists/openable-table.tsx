'use client';

import { DataTable, type DataTableColumn } from '@tillgate/ui';
import type { ReactNode } from 'react';
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
  query: PageQuery<Item>;
  /** The parameter of the address that names the open row. */
  param: string;
  openId: string | null;
  caption: string;
  columns: readonly DataTableColumn<Item>[];
  /** Shown when no row fits. */
  empty: ReactNode;
};

/** A page of a list whose rows open beside it, in the same page. */
export function OpenableTable<Item extends Row>(props: Props<Item>) {
  const { list, query, param, openId, caption, columns, empty } = props;
  const hrefOf = useRowHref(param);
  return (
    <>
      <SamePageLinks>
        <DataTable
          caption={caption}
          columns={columns}
          rows={query.data?.rows ?? []}
          rowKey={({ id }) => id}
          getRowHref={({ id }) => hrefOf(id)}
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
    </>
  );
}
