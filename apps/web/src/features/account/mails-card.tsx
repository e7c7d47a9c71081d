'use client';

import { Checkbox, Panel } from '@tillgate/ui';
import { useTranslations } from 'use-intl/react';
import { FormError } from '@/features/shell/form-error';
import { toast } from '@/features/shell/toast';
import { useChange } from '@/features/shell/use-change';
import { useTRPC } from '@/trpc/client';
import type { AccountFacts } from './types.ts';

type Kind = keyof AccountFacts['mails'];

/** The emails that the person may switch off. A change is saved at once. */
export function MailsCard({ account }: { account: AccountFacts }) {
  const t = useTranslations('account.mails');
  const choose = useChange(
    useTRPC().account.chooseMails.mutationOptions({ onSuccess: () => toast.success(t('saved')) }),
  );
  const kinds = Object.keys(account.mails) as Kind[];
  // Shows the new value while it is being saved.
  const isOn = (kind: Kind) => (choose.isPending ? !choose.variables.muted.includes(kind) : account.mails[kind]);

  function change(kind: Kind, isWanted: boolean) {
    choose.mutate({ muted: kinds.filter((each) => (each === kind ? !isWanted : !account.mails[each])) });
  }

  return (
    <Panel title={t('title')} description={t('description')} contentClassName="flex flex-col gap-4">
      <FormError error={choose.error} />
      {kinds.map((kind) => (
        <Checkbox
          key={kind}
          label={t(`kinds.${kind}.name`)}
          description={t(`kinds.${kind}.text`)}
          checked={isOn(kind)}
          disabled={choose.isPending}
          onCheckedChange={(isWanted) => change(kind, isWanted)}
        />
      ))}
    </Panel>
  );
}
