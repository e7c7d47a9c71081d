'use client';

import { Button, DialogFooter } from '@tillgate/ui';
import type { FormEvent, ReactNode } from 'react';
import { useTranslations } from 'use-intl/react';
import { FormError } from './form-error.tsx';

type Props = {
  /** What the form does: its error and whether it is under way are shown. */
  change: { error: unknown; isPending: boolean };
  /** The fields that show their issue themselves, as for {@link FormError}. */
  fields?: readonly string[] | 'any';
  submitLabel: string;
  tone?: 'primary' | 'danger';
  /** Something is still missing or wrong. */
  isIncomplete?: boolean;
  /** The browser does not judge the fields: the server does. */
  noValidate?: boolean;
  /** A button on the other side of the row. */
  aside?: ReactNode;
  onSubmit: (given: FormData) => void;
  onClose: () => void;
  children: ReactNode;
};

/** The form of a dialog: its fields, why it was refused, and its two buttons. */
export function DialogForm({ change, fields, submitLabel, tone = 'primary', ...props }: Props) {
  const t = useTranslations('shell.kit');
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    // A dialog may stand in a form of the page, which must not be sent.
    event.stopPropagation();
    props.onSubmit(new FormData(event.currentTarget));
  }
  return (
    <form onSubmit={submit} noValidate={props.noValidate} className="flex flex-col gap-4">
      {props.children}
      <FormError error={change.error} fields={fields} />
      <DialogFooter>
        {props.aside}
        <Button onClick={props.onClose}>{t('cancel')}</Button>
        <Button type="submit" variant={tone} isPending={change.isPending} disabled={props.isIncomplete}>
          {submitLabel}
        </Button>
      </DialogFooter>
    </form>
  );
}
