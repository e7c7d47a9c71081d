'use client';

import { Callout } from '@tillgate/ui';
import type { ReactNode } from 'react';
import { fieldIssues } from '@/trpc/errors';
import { useMessageOf } from './use-message-of.ts';

type Props = {
  error: unknown;
  /** The error is hidden while one of these shows an issue itself; `any` means every field does. */
  fields?: readonly string[] | 'any';
  tone?: 'danger' | 'warning';
  title?: ReactNode;
  className?: string;
};

/** The error of a form, or of what one place on a page asks for. Nothing without an error. */
export function FormError({ error, fields = [], tone = 'danger', title, className }: Props) {
  const message = useMessageOf()(error);
  const issues = fieldIssues(error);
  const isShownByField = (fields === 'any' ? Object.keys(issues) : fields).some((field) => issues[field]);
  if (message === undefined || isShownByField) return null;
  return (
    <Callout tone={tone} role="alert" title={title} className={className}>
      {message}
    </Callout>
  );
}
