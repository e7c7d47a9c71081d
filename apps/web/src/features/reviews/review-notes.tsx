'use client';

import { Button, Field, Select, Textarea } from '@tillgate/ui';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { useActorName } from '@/features/actors/actor-name';
import { FormError } from '@/features/shell/form-error';
import { useChange } from '@/features/shell/use-change';
import { usePermission } from '@/features/shell/use-permission';
import { useTenant } from '@/features/shell/use-tenant';
import { Time } from '@/format';
import { useTRPC } from '@/trpc/client';
import type { ReviewDetail } from './types.ts';

const noteMax = 1_000;

/** The assignee and the notes of the review, with a field for a new note. */
export function ReviewNotes({ detail }: { detail: ReviewDetail }) {
  const t = useTranslations('reviews.notes');
  const mayWork = usePermission('reviews.work');
  const nameOf = useActorName();
  return (
    <div className="flex flex-col gap-4">
      <Assignee detail={detail} mayWork={mayWork} />
      {detail.notes.length === 0 && <p className="text-muted-foreground text-sm">{t('empty')}</p>}
      <ul className="flex flex-col gap-3">
        {detail.notes.map(({ noteId, by, text, createdAt }) => (
          <li key={noteId} className="text-sm">
            <p className="text-muted-foreground text-xs">
              {by ? nameOf(by) : '—'} · <Time value={createdAt} />
            </p>
            <p className="whitespace-pre-line break-words">{text}</p>
          </li>
        ))}
      </ul>
      {mayWork && <NoteForm reviewId={detail.review.reviewId} />}
    </div>
  );
}

function Assignee({ detail, mayWork }: { detail: ReviewDetail; mayWork: boolean }) {
  const t = useTranslations('reviews');
  const tenant = useTenant();
  const nameOf = useActorName();
  const assign = useChange(useTRPC().reviews.assign.mutationOptions());
  const { reviewId, assignedTo, status } = detail.review;
  if (!mayWork || status === 'closed') {
    return (
      <p className="text-sm">
        {t('notes.assigned')}: {assignedTo ? nameOf(assignedTo) : t('assignees.nobody')}
      </p>
    );
  }
  return (
    <>
      <Field label={t('notes.assigned')}>
        <Select
          value={assignedTo?.kind === 'person' ? assignedTo.id : ''}
          placeholder={t('assignees.nobody')}
          disabled={assign.isPending}
          options={detail.assignable.map(({ userId, name }) => ({ value: userId, label: name }))}
          onValueChange={(userId) => assign.mutate({ ...tenant, reviewId, userId: userId || null })}
        />
      </Field>
      <FormError error={assign.error} />
    </>
  );
}

function NoteForm({ reviewId }: { reviewId: string }) {
  const t = useTranslations('reviews.notes');
  const tenant = useTenant();
  const [text, setText] = useState('');
  const add = useChange(useTRPC().reviews.addNote.mutationOptions());

  function submit(event: FormEvent) {
    event.preventDefault();
    if (text.trim() !== '') add.mutate({ ...tenant, reviewId, text }, { onSuccess: () => setText('') });
  }

  return (
    <form onSubmit={submit} className="flex flex-col items-start gap-2">
      <Field label={t('add')} className="w-full">
        <Textarea rows={3} maxLength={noteMax} value={text} onChange={(event) => setText(event.target.value)} />
      </Field>
      <FormError error={add.error} />
      <Button type="submit" disabled={text.trim() === ''} isPending={add.isPending}>
        {t('save')}
      </Button>
    </form>
  );
}
