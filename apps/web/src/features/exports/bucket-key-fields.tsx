'use client';

import { Field, Input } from '@tillgate/ui';
import { useTranslations } from 'use-intl/react';
import { fieldIssues } from '@/trpc/errors';

type BucketKeys = { accessKeyId: string; secretAccessKey: string };
export const noKeys: BucketKeys = { accessKeyId: '', secretAccessKey: '' };

type Props = { keys: BucketKeys; onChange: (keys: BucketKeys) => void; error: unknown };

/** The two keys of a bucket. The secret one is never shown again. */
export function BucketKeyFields({ keys, onChange, error }: Props) {
  const t = useTranslations('exports.buckets.fields');
  const issues = fieldIssues(error);
  return (
    <>
      <Field label={t('accessKeyId')} error={issues.accessKeyId} required>
        <Input
          mono
          value={keys.accessKeyId}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => onChange({ ...keys, accessKeyId: event.target.value.trim() })}
        />
      </Field>
      <Field label={t('secretAccessKey')} description={t('secretHelp')} error={issues.secretAccessKey} required>
        <Input
          mono
          type="password"
          value={keys.secretAccessKey}
          autoComplete="new-password"
          onChange={(event) => onChange({ ...keys, secretAccessKey: event.target.value.trim() })}
        />
      </Field>
    </>
  );
}
