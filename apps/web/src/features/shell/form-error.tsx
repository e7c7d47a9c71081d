'use client';

import { Callout } from '@tillgate/ui';
import { fieldIssues, messageOf } from '@/trpc/errors';

/** The error of a form. It is hidden while one of `fields` shows an issue itself; `any` means every field does. */
export function FormError({ error, fields = [] }: { error: unknown; fields?: readonly string[] | 'any' }) {
  const issues = fieldIssues(error);
  const isShownByField = (fields === 'any' ? Object.keys(issues) : fields).some((field) => issues[field]);
  if (!error || isShownByField) return null;
  return (
    <Callout tone="danger" role="alert">
      {messageOf(error)}
    </Callout>
  );
}
