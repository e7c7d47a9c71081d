'use client';

import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { Badge, Button, Callout, DataTable, type DataTableColumn, EmptyState, Field, Input } from '@tillgate/ui';
import { ShieldBan } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { ActorName } from '@/features/actors/actor-name';
import { ListFilters } from '@/features/lists/list-filters';
import { ListFoot } from '@/features/lists/list-foot';
import { useList } from '@/features/lists/use-list';
import { Confirmation } from '@/features/shell/confirmation';
import { FormError } from '@/features/shell/form-error';
import { LoadError } from '@/features/shell/load-error';
import { useChange } from '@/features/shell/use-change';
import { usePermission } from '@/features/shell/use-permission';
import { useTenant } from '@/features/shell/use-tenant';
import { Time } from '@/format';
import { useTRPC } from '@/trpc/client';
import { EntryDialog } from './entry-dialog.tsx';
import { entryList } from './filters.ts';
import { ImportPhones } from './import-phones.tsx';
import type { EntryRow } from './types.ts';
import { useSaidSaved } from './use-said-saved.ts';

type Act = { what: 'add' | 'import' } | { what: 'remove'; entry: EntryRow };

/** The phones on the block list and the allow list, newest first. Numbers are not kept, so none is shown. */
export function ListsTab() {
  const t = useTranslations('guard.entries');
  const trpc = useTRPC();
  const tenant = useTenant();
  const mayWrite = usePermission('policy.write');
  const list = useList(entryList);
  const [act, setAct] = useState<Act>();
  const close = () => setAct(undefined);
  const page = useQuery(
    trpc.guard.entries.queryOptions({ ...tenant, ...list.input }, { placeholderData: keepPreviousData }),
  );
  const columns = useColumns(mayWrite ? (entry) => setAct({ what: 'remove', entry }) : undefined);
  const actions = mayWrite && (
    <span className="flex flex-wrap gap-2 sm:shrink-0">
      <Button onClick={() => setAct({ what: 'import' })}>{t('import.open')}</Button>
      <Button variant="primary" onClick={() => setAct({ what: 'add' })}>
        {t('add')}
      </Button>
    </span>
  );
  const empty = list.isFiltered ? (
    <EmptyState title={t('empty.filteredTitle')} description={t('empty.filteredDescription')} />
  ) : (
    <EmptyState icon={<ShieldBan />} title={t('empty.title')} description={t('empty.description')} />
  );
  return (
    <div className="flex flex-col gap-4">
      <FindPhone columns={columns} />
      <div className="flex flex-col gap-2 sm:flex-row">
        <ListFilters list={list} />
        {actions}
      </div>
      <DataTable
        caption={t('title')}
        columns={columns}
        rows={page.data?.rows ?? []}
        rowKey={({ id }) => id}
        isLoading={page.isPending}
        empty={page.isError ? <LoadError query={page} /> : empty}
      />
      <ListFoot
        page={page.data && { ...page.data, count: page.data.rows.length }}
        isFetching={page.isPlaceholderData}
        turnTo={list.turnTo}
      />
      <Callout tone="neutral">{t('start')}</Callout>
      {act?.what === 'add' && <EntryDialog onClose={close} />}
      {act?.what === 'import' && <ImportPhones onClose={close} />}
      {act?.what === 'remove' && <RemoveEntry entry={act.entry} onClose={close} />}
    </div>
  );
}

/** Looks a phone up. The number goes into no address. */
function FindPhone({ columns }: { columns: DataTableColumn<EntryRow>[] }) {
  const t = useTranslations('guard.entries');
  const tenant = useTenant();
  const [phone, setPhone] = useState('');
  const find = useMutation(useTRPC().guard.findPhone.mutationOptions());
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        find.mutate({ ...tenant, phone });
      }}
    >
      <div className="flex flex-wrap items-start gap-2">
        <Field label={t('find.label')} description={t('find.description')}>
          <Input
            type="tel"
            autoComplete="off"
            value={phone}
            onChange={(event) => {
              find.reset();
              setPhone(event.target.value);
            }}
          />
        </Field>
        {/* Beside the field, below its label. */}
        <Button type="submit" className="sm:mt-6.5" disabled={phone.trim() === ''} isPending={find.isPending}>
          {t('find.action')}
        </Button>
      </div>
      <FormError error={find.error} />
      <div aria-live="polite" className="empty:-mt-3">
        {find.data &&
          (find.data.rows.length === 0 ? (
            <Callout tone="neutral">{t('find.none')}</Callout>
          ) : (
            <DataTable caption={t('find.found')} columns={columns} rows={find.data.rows} rowKey={({ id }) => id} />
          ))}
      </div>
    </form>
  );
}

function RemoveEntry({ entry, onClose }: { entry: EntryRow; onClose: () => void }) {
  const t = useTranslations('guard.entries');
  const tenant = useTenant();
  const remove = useChange(useTRPC().guard.removeEntry.mutationOptions({ onSuccess: useSaidSaved('entries.saved') }));
  return (
    <Confirmation
      title={t(`removeTitle.${entry.list}`)}
      summary={t(`removeMore.${entry.list}`, { reason: entry.reason })}
      tone="danger"
      confirmLabel={t('remove')}
      onConfirm={() => remove.mutateAsync({ ...tenant, entryId: entry.id })}
      onClose={onClose}
    />
  );
}

function useColumns(onRemove: ((entry: EntryRow) => void) | undefined): DataTableColumn<EntryRow>[] {
  const t = useTranslations('guard.entries');
  return [
    { id: 'reason', header: t('columns.reason'), isLong: true, phone: 'start', cell: ({ reason }) => reason },
    {
      id: 'list',
      header: t('columns.list'),
      phone: 'end',
      cell: ({ list }) => <Badge tone={list === 'block' ? 'danger' : 'success'}>{t(`lists.${list}`)}</Badge>,
    },
    {
      id: 'until',
      header: t('columns.until'),
      phone: 'below',
      cell: ({ until, hasEnded, isOtherKey }) => {
        if (isOtherKey) return <Badge tone="warning">{t('otherKey')}</Badge>;
        if (until === null) return <span className="text-muted-foreground">{t('noEnd')}</span>;
        return (
          <span>
            {hasEnded && t('ended')} <Time value={until} />
          </span>
        );
      },
    },
    {
      id: 'added',
      header: t('columns.added'),
      hideBelow: 'md',
      phone: 'below',
      cell: ({ addedBy, createdAt }) => (
        <span className="flex flex-col text-muted-foreground max-sm:flex-row max-sm:gap-1.5 sm:py-1.5">
          <span className="sm:max-w-40 sm:truncate">
            <ActorName who={addedBy} />
          </span>
          <Time value={createdAt} className="sm:text-xs" />
        </span>
      ),
    },
    ...(onRemove
      ? [
          {
            id: 'actions',
            header: <span className="sr-only">{t('columns.actions')}</span>,
            align: 'right' as const,
            phone: 'foot' as const,
            cell: (entry: EntryRow) => (
              <Button size="sm" variant="danger-outline" onClick={() => onRemove(entry)}>
                {t('remove')}
              </Button>
            ),
          },
        ]
      : []),
  ];
}
