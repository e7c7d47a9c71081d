'use client';

import { Callout } from '@tillgate/ui';
import { fieldIssues } from '@/trpc/errors';
import { useMessageOf } from './use-message-of.ts';

/** The error of a form. It is hidden while one of `fields` shows an issue itself; `any` means every field does. */
export function FormError({ error, fields = [] }: { error: unknown; fields?: readonly string[] | 'any' }) {
  const message = useMessageOf()(error);
  const issues = fieldIssues(error);
  const isShownByField = (fields === 'any' ? Object.keys(issues) : fields).some((field) => issues[field]);
  if (message === undefined || isShownByField) return null;
  return (
    <Callout tone="danger" role="alert">
      {message}
    </Callout>
  );
}
