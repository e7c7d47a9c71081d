'use client';

import { Dialog, Field, Input, Select } from '@tillgate/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { DialogForm } from '@/features/shell/dialog-form';
import { toast } from '@/features/shell/toast';
import { useChange } from '@/features/shell/use-change';
import { useTenant } from '@/features/shell/use-tenant';
import { useTRPC } from '@/trpc/client';
import { fieldIssues } from '@/trpc/errors';
import { BucketKeyFields, noKeys } from './bucket-key-fields.tsx';

const servers = ['amazon', 'other'] as const;
type Server = (typeof servers)[number];
/** Servers without regions mostly take this one. */
const otherRegion = 'us-east-1';
const blank = { name: '', endpoint: '', region: '', bucket: '', prefix: '' };
type Place = typeof blank;

/** Asks for a bucket and its keys. */
export function AddBucket({ onClose }: { onClose: () => void }) {
  const t = useTranslations('exports.buckets.add');
  return (
    <Dialog onClose={onClose} title={t('title')} description={t('description')} size="lg">
      <Form onClose={onClose} />
    </Dialog>
  );
}

function Form({ onClose }: { onClose: () => void }) {
  const t = useTranslations('exports.buckets.add');
  const tenant = useTenant();
  const [server, setServer] = useState<Server>('amazon');
  const [place, setPlace] = useState<Place>(blank);
  const [keys, setKeys] = useState(noKeys);
  const add = useChange(useTRPC().buckets.add.mutationOptions());
  const isOther = server === 'other';
  const isWhole = [place.name, place.bucket, place.region, keys.accessKeyId, keys.secretAccessKey].every(Boolean);
  const submit = () => {
    const endpoint = isOther ? place.endpoint : null;
    const onSuccess = () => {
      toast.success(t('done', { name: place.name }));
      onClose();
    };
    add.mutate({ ...tenant, ...place, endpoint, ...keys }, { onSuccess });
  };
  const choose = (value: Server) => {
    setServer(value);
    setPlace({ ...place, region: value === 'other' ? otherRegion : '' });
  };
  return (
    <DialogForm
      change={add}
      fields="any"
      submitLabel={t('submit')}
      isIncomplete={!isWhole || (isOther && place.endpoint === '')}
      noValidate
      onSubmit={submit}
      onClose={onClose}
    >
      <PlaceFields place={place} onChange={setPlace} server={server} onServer={choose} error={add.error} />
      <BucketKeyFields keys={keys} onChange={setKeys} error={add.error} />
    </DialogForm>
  );
}

type PlaceProps = {
  place: Place;
  onChange: (place: Place) => void;
  server: Server;
  onServer: (server: Server) => void;
  error: unknown;
};

function PlaceFields({ place, onChange, server, onServer, error }: PlaceProps) {
  const t = useTranslations('exports.buckets.fields');
  const issues = fieldIssues(error);
  const text = (name: keyof Place, { isOptional = false, placeholder = '', help = '' } = {}) => (
    <Field
      label={t(name)}
      description={help || undefined}
      error={issues[name]}
      {...(isOptional ? { optional: true } : { required: true })}
    >
      <Input
        value={place[name]}
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onChange({ ...place, [name]: event.target.value })}
      />
    </Field>
  );
  return (
    <>
      {text('name', { help: t('nameHelp') })}
      <Field label={t('server')}>
        <Select
          value={server}
          options={servers.map((value) => ({ value, label: t(`servers.${value}`) }))}
          onValueChange={(value) => onServer(servers.find((each) => each === value) ?? 'amazon')}
        />
      </Field>
      {server === 'other' && text('endpoint', { placeholder: 'https://files.example.com', help: t('endpointHelp') })}
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        {text('bucket', { placeholder: 'shop-exports' })}
        {text('region', { placeholder: 'eu-west-1' })}
      </div>
      {text('prefix', { isOptional: true, placeholder: 'tillgate/exports', help: t('prefixHelp') })}
    </>
  );
}
