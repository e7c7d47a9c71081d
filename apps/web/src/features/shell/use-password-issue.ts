'use client';

import { useTranslations } from 'use-intl/react';

/** What the server says of a password, and the text that says it in the person's language. */
export const passwordIssues = {
  'must have at least 10 characters': 'short',
  'must have at most 200 characters': 'long',
  'is too easy to guess: it is a common password, or almost one': 'common',
  'is too easy to guess: it is made of your address, your name or the name of this product': 'personal',
  'is too easy to guess: it repeats or counts, or follows the keyboard': 'pattern',
} as const;

/** Says why a password was refused. An issue without a text of its own is shown as the server wrote it. */
export function usePasswordIssue(): (issue: string | undefined) => string | undefined {
  const t = useTranslations('shell.passwordIssues');
  return (issue) => {
    const known = Object.entries(passwordIssues).find(([message]) => message === issue);
    return known ? t(known[1]) : issue;
  };
}
