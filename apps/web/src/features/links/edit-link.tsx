'use client';

import { useQuery } from '@tanstack/react-query';
import { Dialog } from '@tillgate/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { momentOf, momentText } from '@/features/lists/days';
import { DialogForm } from '@/features/shell/dialog-form';
import { toast } from '@/features/shell/toast';
import { useChange } from '@/features/shell/use-change';
import { useTenant } from '@/features/shell/use-tenant';
import { usePreferences } from '@/format';
import type { TimeZone } from '@/i18n/locale';
import { useTRPC } from '@/trpc/client';
import { fieldIssues } from '@/trpc/errors';
import { limitOf } from './link-draft.ts';
import { EndFields, type WordsDraft, WordsFields } from './link-fields.tsx';
import type { LinkDetail } from './types.ts';

function draftOf(link: LinkDetail, timeZone: TimeZone): WordsDraft {
  return {
    title: link.title,
    description: link.description ?? '',
    expires: link.expiresAt ? momentText(new Date(link.expiresAt), timeZone) : '',
    paymentsMax: link.paymentsMax === null ? '' : String(link.paymentsMax),
    returnUrl: link.returnUrl ?? '',
  };
}

/** What is sent: the fields that were changed, null for one that was emptied. */
function changeOf(before: WordsDraft, after: WordsDraft, timeZone: TimeZone) {
  const is = (name: keyof WordsDraft) => before[name] !== after[name];
  return {
    ...(is('title') && { title: after.title.trim() }),
    ...(is('description') && { description: after.description.trim() || null }),
    ...(is('expires') && { expiresAt: momentOf(after.expires, timeZone)?.toISOString() ?? null }),
    ...(is('paymentsMax') && { paymentsMax: limitOf(after.paymentsMax) ?? null }),
    ...(is('returnUrl') && { returnUrl: after.returnUrl.trim() || null }),
  };
}

type Props = { link: LinkDetail; onClose: () => void };

/** Changes the words, the end and the way back of a link. */
export function EditLink({ link, onClose }: Props) {
  const t = useTranslations('links.edit');
  const trpc = useTRPC();
  const tenant = useTenant();
  const { timeZone } = usePreferences();
  const form = useQuery(trpc.links.form.queryOptions(tenant));
  // What polls may bring meanwhile does not count as a change of this person.
  const [before] = useState(() => draftOf(link, timeZone));
  const [draft, setDraft] = useState(before);
  const change = useChange(
    trpc.links.change.mutationOptions({
      onSuccess: () => {
        toast.success(t('done'));
        onClose();
      },
    }),
  );
  const shared = {
    draft,
    set: (to: Partial<WordsDraft>) => setDraft((now) => ({ ...now, ...to })),
    issues: fieldIssues(change.error),
    kind: link.kind,
    returnHosts: form.data?.returnHosts,
  };
  return (
    <Dialog onClose={onClose} title={t('title')} size="lg">
      <DialogForm
        change={change}
        fields="any"
        submitLabel={t('submit')}
        noValidate
        onSubmit={() => change.mutate({ ...tenant, linkId: link.linkId, ...changeOf(before, draft, timeZone) })}
        onClose={onClose}
      >
        <WordsFields {...shared} />
        <EndFields {...shared} />
        <p className="text-muted-foreground text-xs">{t('fixed')}</p>
      </DialogForm>
    </Dialog>
  );
}
