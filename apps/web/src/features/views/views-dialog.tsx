'use client';

import { Button, Checkbox, Dialog, Field, IconButton, Input } from '@tillgate/ui';
import { Check, Pencil, Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { useChange } from '@/features/shell/use-change';
import { useMessageOf } from '@/features/shell/use-message-of';
import { usePermission } from '@/features/shell/use-permission';
import { useTenant } from '@/features/shell/use-tenant';
import { useTRPC } from '@/trpc/client';
import { fieldIssues } from '@/trpc/errors';
import type { SavedView, ViewPage, ViewsDialogProps } from './types.ts';

/** Keeps the filters that are on as a view; renames and deletes those there are. */
export function ViewsDialog({ page, query, views, onClose }: ViewsDialogProps) {
  const t = useTranslations('views');
  const changeable = views.filter(({ isMine }) => isMine);
  return (
    <Dialog onClose={onClose} title={t('title')} description={t('description')}>
      <div className="flex flex-col gap-6">
        {query === '' ? (
          <p className="text-muted-foreground text-sm">{t('nothingOn')}</p>
        ) : (
          <SaveForm page={page} query={query} onSaved={onClose} />
        )}
        {changeable.length > 0 && (
          <section aria-label={t('yours')}>
            <h3 className="mb-1 font-medium text-sm">{t('yours')}</h3>
            <ul className="divide-y">
              {changeable.map((view) => (
                <ViewLine key={view.viewId} view={view} />
              ))}
            </ul>
          </section>
        )}
      </div>
    </Dialog>
  );
}

function SaveForm({ page, query, onSaved }: { page: ViewPage; query: string; onSaved: () => void }) {
  const t = useTranslations('views');
  const trpc = useTRPC();
  const tenant = useTenant();
  const mayShare = usePermission('views.share');
  const [name, setName] = useState('');
  const [isShared, setShared] = useState(false);
  const save = useChange(trpc.views.save.mutationOptions());
  const messageOf = useMessageOf();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate({ ...tenant, page, query, name, isShared }, { onSuccess: onSaved });
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-3">
      <Field label={t('name')} error={fieldIssues(save.error).name ?? messageOf(save.error)}>
        <Input value={name} maxLength={100} autoFocus onChange={(event) => setName(event.target.value)} />
      </Field>
      {mayShare && <Checkbox label={t('share')} checked={isShared} onCheckedChange={setShared} />}
      <Button type="submit" variant="primary" isPending={save.isPending} className="self-end">
        {t('save')}
      </Button>
    </form>
  );
}

function ViewLine({ view }: { view: SavedView }) {
  const t = useTranslations('views');
  const trpc = useTRPC();
  const tenant = useTenant();
  const [name, setName] = useState<string>();
  const rename = useChange(trpc.views.rename.mutationOptions());
  const remove = useChange(trpc.views.delete.mutationOptions());
  const { viewId } = view;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name === undefined) return;
    rename.mutate({ ...tenant, viewId, name }, { onSuccess: () => setName(undefined) });
  };
  const error = useMessageOf()(rename.error ?? remove.error);
  return (
    <li className="py-1">
      <form onSubmit={submit} className="flex min-h-9 items-center gap-1">
        <ViewName view={view} name={name} onChange={setName} isPending={rename.isPending} />
        <IconButton
          size="icon-sm"
          label={t('delete', { name: view.name })}
          icon={<Trash2 aria-hidden="true" />}
          disabled={remove.isPending}
          onClick={() => remove.mutate({ ...tenant, viewId })}
        />
      </form>
      {error && (
        <p role="alert" className="pb-1 text-danger text-xs">
          {error}
        </p>
      )}
    </li>
  );
}

type ViewNameProps = {
  view: SavedView;
  /** The new name while it is edited. */
  name: string | undefined;
  onChange: (name: string) => void;
  isPending: boolean;
};

/** The name of a view and the button beside it: to edit the name, or to keep the new one. */
function ViewName({ view, name, onChange, isPending }: ViewNameProps) {
  const t = useTranslations('views');
  if (name === undefined) {
    return (
      <>
        <span className="min-w-0 flex-1 truncate text-sm">
          {view.name}
          {view.isShared && <span className="ml-2 text-muted-foreground text-xs">{t('shared')}</span>}
        </span>
        <IconButton
          size="icon-sm"
          label={t('rename', { name: view.name })}
          icon={<Pencil aria-hidden="true" />}
          onClick={(event) => {
            event.preventDefault();
            onChange(view.name);
          }}
        />
      </>
    );
  }
  return (
    <>
      <Input
        aria-label={t('newName', { name: view.name })}
        value={name}
        maxLength={100}
        autoFocus
        onChange={(event) => onChange(event.target.value)}
        className="flex-1"
      />
      <IconButton
        size="icon-sm"
        type="submit"
        label={t('keepName')}
        icon={<Check aria-hidden="true" />}
        disabled={isPending}
      />
    </>
  );
}
