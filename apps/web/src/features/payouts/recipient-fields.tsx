'use client';

import { useQuery } from '@tanstack/react-query';
import { Button, Combobox, Dialog, Field, Input } from '@tillgate/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { useSaidNetwork } from '@/features/rails/use-networks';
import { Confirmation } from '@/features/shell/confirmation';
import { DialogForm } from '@/features/shell/dialog-form';
import { useChange } from '@/features/shell/use-change';
import { useTenant } from '@/features/shell/use-tenant';
import { formatPhone, Time } from '@/format';
import { useTRPC } from '@/trpc/client';
import { fieldIssues } from '@/trpc/errors';
import { readPhone } from './entry.ts';

/** The saved recipients, with their numbers as the form writes them. */
function useRecipients() {
  const trpc = useTRPC();
  const { data } = useQuery(trpc.recipients.list.queryOptions(useTenant()));
  return (data ?? []).map((saved) => ({ ...saved, phone: readPhone(saved.phone) ?? formatPhone(saved.phone) }));
}

/** The names under which numbers are saved. */
export function useRecipientNames(): (phone: string) => string | undefined {
  const recipients = useRecipients();
  return (phone) => recipients.find((saved) => saved.phone === phone)?.name;
}

type Props = { value: string; error: string | undefined; onChange: (phone: string) => void };

/** Whom to pay: a saved recipient or a number, which can be saved here. */
export function RecipientFields({ value, error, onChange }: Props) {
  const t = useTranslations('payouts.new');
  const said = useSaidNetwork();
  const recipients = useRecipients();
  const phone = readPhone(value);
  const saved = recipients.find((each) => each.phone === phone);
  return (
    <>
      {recipients.length > 0 && (
        <Field label={t('recipients.choose')} optional>
          <Combobox
            options={recipients.map(({ name, phone: number }) => ({
              value: number,
              label: name,
              description: number,
              keywords: number.replaceAll(' ', ''),
            }))}
            value={saved?.phone ?? ''}
            placeholder={t('recipients.search')}
            onValueChange={onChange}
          />
        </Field>
      )}
      <div className="flex flex-col items-start gap-1.5">
        <Field label={t('phone')} description={t('phoneHelp', said)} error={error} required className="self-stretch">
          <Input inputMode="tel" autoComplete="off" value={value} onChange={(event) => onChange(event.target.value)} />
        </Field>
        {saved && <Saved saved={saved} />}
        {phone && !saved && <Save phone={phone} />}
      </div>
    </>
  );
}

function Saved({ saved: { recipientId, name, phone, changed } }: { saved: ReturnType<typeof useRecipients>[number] }) {
  const t = useTranslations('payouts.new.recipients');
  const tenant = useTenant();
  const remove = useChange(useTRPC().recipients.remove.mutationOptions());
  const [isAsked, setAsked] = useState(false);
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-sm">
      {t('savedAs', { name })}
      {changed && (
        <span className="text-danger">
          {t.rich('changed', {
            from: formatPhone(changed.from),
            by: changed.by,
            time: () => <Time value={changed.at} />,
          })}
        </span>
      )}
      <Button variant="link" size="sm" onClick={() => setAsked(true)}>
        {t('remove')}
      </Button>
      {isAsked && (
        <Confirmation
          title={t('removeTitle', { name })}
          summary={t('removeText', { phone })}
          confirmLabel={t('remove')}
          onConfirm={() => remove.mutateAsync({ ...tenant, recipientId })}
          onClose={() => setAsked(false)}
        />
      )}
    </p>
  );
}

function Save({ phone }: { phone: string }) {
  const t = useTranslations('payouts.new.recipients');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="link" size="sm" onClick={() => setOpen(true)}>
        {t('save')}
      </Button>
      {isOpen && <SaveDialog phone={phone} onClose={() => setOpen(false)} />}
    </>
  );
}

function SaveDialog({ phone, onClose }: { phone: string; onClose: () => void }) {
  const t = useTranslations('payouts.new.recipients');
  const tenant = useTenant();
  const save = useChange(useTRPC().recipients.save.mutationOptions());
  const [name, setName] = useState('');
  const issues = fieldIssues(save.error);
  return (
    <Dialog onClose={onClose} title={t('saveTitle', { phone })} description={t('saveText')}>
      <DialogForm
        change={save}
        fields={['name', 'phone']}
        submitLabel={t('saveButton')}
        onSubmit={() => save.mutate({ ...tenant, name, phone }, { onSuccess: onClose })}
        onClose={onClose}
      >
        <Field label={t('name')} error={issues.name ?? issues.phone}>
          <Input value={name} maxLength={100} autoFocus onChange={(event) => setName(event.target.value)} />
        </Field>
      </DialogForm>
    </Dialog>
  );
}
