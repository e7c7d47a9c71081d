'use client';

import { Callout } from '@tillgate/ui';
import { fieldIssues, messageOf } from '@/trpc/errors';

/** The error of a form, unless one of its fields already shows it. */
export function FormError({ error, fields = [] }: { error: unknown; fields?: string[] }) {
  const issues = fieldIssues(error);
  if (!error || fields.some((field) => issues[field])) return null;
  return (
    <Callout tone="danger" role="alert">
      {messageOf(error)}
    </Callout>
  );
}
