'use client';

import { Button } from '@tillgate/ui';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { Confirmation } from '@/features/shell/confirmation';
import { onDemand } from '@/features/shell/on-demand';
import { toast } from '@/features/shell/toast';
import { useChange } from '@/features/shell/use-change';
import { usePermission } from '@/features/shell/use-permission';
import { useTenant } from '@/features/shell/use-tenant';
import { useTRPC } from '@/trpc/client';
import type { LinkDetail } from './types.ts';

const EditLink = onDemand(() => import('./edit-link.tsx').then((part) => part.EditLink));

type Props = { link: LinkDetail };

/** What people with the permission do with a link. */
export function LinkActions({ link }: Props) {
  const t = useTranslations('links');
  const mayWrite = usePermission('links.write');
  const [isEditing, setEditing] = useState(false);
  if (!mayWrite) return null;
  return (
    <>
      <Button icon={<Pencil aria-hidden="true" />} onClick={() => setEditing(true)}>
        {t('edit.open')}
      </Button>
      {link.status === 'open' && link.promptsLeft === 0 && <AllowPrompts link={link} />}
      {link.status === 'open' && <EndLink link={link} />}
      {link.isReopenable && <ReopenLink link={link} />}
      {isEditing && <EditLink link={link} onClose={() => setEditing(false)} />}
    </>
  );
}

/** As many requests as the page of a link has at its beginning. */
const morePrompts = 12;

function AllowPrompts({ link: { linkId, offline } }: Props) {
  const t = useTranslations('links.allow');
  const tenant = useTenant();
  const allow = useChange(useTRPC().links.allowPrompts.mutationOptions());
  return (
    <Confirmation
      trigger={<Button variant="primary">{t('open', { count: morePrompts })}</Button>}
      title={t('title', { count: morePrompts })}
      summary={t('summary', { hasMenu: String(offline) })}
      confirmLabel={t('submit')}
      onConfirm={async () => {
        await allow.mutateAsync({ ...tenant, linkId });
        toast.success(t('done'));
      }}
    />
  );
}

function EndLink({ link: { linkId } }: Props) {
  const t = useTranslations('links.end');
  const tenant = useTenant();
  const end = useChange(useTRPC().links.end.mutationOptions());
  return (
    <Confirmation
      tone="danger"
      trigger={<Button variant="danger-outline">{t('open')}</Button>}
      title={t('title')}
      summary={t('summary')}
      confirmLabel={t('submit')}
      onConfirm={async () => {
        await end.mutateAsync({ ...tenant, linkId });
        toast.success(t('done'));
      }}
    />
  );
}

function ReopenLink({ link: { linkId, kind, expiresAt } }: Props) {
  const t = useTranslations('links.reopen');
  const tenant = useTenant();
  const reopen = useChange(useTRPC().links.reopen.mutationOptions());
  const isOver = expiresAt !== null && new Date(expiresAt) <= new Date();
  return (
    <Confirmation
      trigger={<Button variant="primary">{t('open')}</Button>}
      title={t('title')}
      summary={isOver ? t(`summaryOver.${kind}`) : t('summary')}
      confirmLabel={t('submit')}
      onConfirm={async () => {
        await reopen.mutateAsync({ ...tenant, linkId });
        toast.success(t('done'));
      }}
    />
  );
}
