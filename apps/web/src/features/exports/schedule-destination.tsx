'use client';

import { useQuery } from '@tanstack/react-query';
import { Checkbox, Field, Select } from '@tillgate/ui';
import { useTranslations } from 'use-intl/react';
import { useTenant } from '@/features/shell/use-tenant';
import { useTRPC } from '@/trpc/client';

/** Where the files of a schedule go: the person gets a link, a bucket gets the file, or both. */
type Destination = { bucketId: string | undefined; isMailed: boolean };
export const mailOnly: Destination = { bucketId: undefined, isMailed: true };

/** The destination as the server takes it. */
export function recipientsOf({ bucketId, isMailed }: Destination): { bucketId?: string; userIds?: string[] } {
  return bucketId === undefined ? {} : { bucketId, ...(!isMailed && { userIds: [] }) };
}

type Props = { value: Destination; onChange: (destination: Destination) => void; error?: string | undefined };

/** Chooses where files go. Without a bucket there is nothing to choose. */
export function ScheduleDestination({ value: { bucketId, isMailed }, onChange, error }: Props) {
  const t = useTranslations('exports.schedule');
  const buckets = useQuery(useTRPC().buckets.list.queryOptions(useTenant()));
  const mail = <p className="text-muted-foreground text-xs">{t('mail')}</p>;
  if (!buckets.data?.length) return mail;
  const choices = buckets.data.map(({ bucketId: value, name }) => ({ value, label: name }));
  return (
    <div className="flex flex-col gap-3">
      <Field label={t('bucket')} description={t('bucketHelp')} error={error}>
        <Select
          value={bucketId ?? ''}
          options={[{ value: '', label: t('noBucket') }, ...choices]}
          onValueChange={(value) => onChange({ isMailed: isMailed || value === '', bucketId: value || undefined })}
        />
      </Field>
      {bucketId === undefined ? (
        mail
      ) : (
        <Checkbox
          label={t('alsoMail')}
          checked={isMailed}
          onCheckedChange={(checked) => onChange({ bucketId, isMailed: checked })}
        />
      )}
    </div>
  );
}
