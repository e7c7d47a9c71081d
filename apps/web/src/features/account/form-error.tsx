'use client';

import { Callout } from '@tillgate/ui';
import { fieldIssues, messageOf } from '@/trpc/errors';

/** What went wrong, unless it stands at one of the form's fields. */
export function FormError({ error, fields = [] }: { error: unknown; fields?: string[] }) {
  const issues = fieldIssues(error);
  if (!error || fields.some((field) => issues[field])) return null;
  return (
    <Callout tone="danger" role="alert">
      {messageOf(error)}
    </Callout>
  );
}
