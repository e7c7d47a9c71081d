'use client';

import { useQuery } from '@tanstack/react-query';
import { RadioGroup, Spinner } from '@tillgate/ui';
import { useTranslations } from 'use-intl/react';
import { FormError } from '@/features/shell/form-error';
import { Time } from '@/format';
import { useTRPC } from '@/trpc/client';
import type { KeyLeft, RoleName } from './types.ts';

export type KeysFate = 'revoke' | 'keep';

type Of = { organizationId: string; userId: string; to?: RoleName };

/**
 * The keys that a member made and could not make with the role `to`, or as no member; read when `isAsked`. After a
 * refusal, read them again: some may have been made since.
 */
export function useKeysOf({ organizationId, userId, to }: Of, isAsked = true) {
  const input = { organizationId, userId, ...(to && { to }) };
  // Each dialog reads them. They are not read again after a change: a member who was removed cannot be asked about.
  return useQuery(useTRPC().members.keysOf.queryOptions(input, { enabled: isAsked, staleTime: 'static', gcTime: 0 }));
}

type Props = {
  keys: ReturnType<typeof useKeysOf>;
  value: KeysFate | undefined;
  onChange: (fate: KeysFate) => void;
};

/** Whether the choice is made, or there is nothing to choose. */
export function isChosen({ data }: Props['keys'], value: KeysFate | undefined): boolean {
  return data !== undefined && (data.length === 0 || value !== undefined);
}

/** Lists the keys and asks whether to revoke them. There is no default. */
export function KeysChoice({ keys, value, onChange }: Props) {
  const t = useTranslations('members.keysChoice');
  if (keys.isError) return <FormError error={keys.error} />;
  if (!keys.data) return <Spinner />;
  if (keys.data.length === 0) return null;
  return (
    <div className="flex flex-col gap-3">
      <p className="text-sm">{t('text', { count: keys.data.length })}</p>
      <ul aria-label={t('list')} className="flex max-h-48 flex-col gap-2 overflow-y-auto text-sm">
        {keys.data.map((key) => (
          <KeyLine key={key.keyId} {...key} />
        ))}
      </ul>
      <RadioGroup
        boxed
        label={t('label')}
        value={value ?? ''}
        onValueChange={(fate) => onChange(fate === 'revoke' ? 'revoke' : 'keep')}
        options={(['revoke', 'keep'] as const).map((fate) => ({
          value: fate,
          label: t(`${fate}.name`),
          description: t(`${fate}.text`),
        }))}
      />
    </div>
  );
}

function KeyLine({ name, lastFour, environment, applicationName, scopes, lastUsedAt }: KeyLeft) {
  const t = useTranslations('members');
  return (
    <li className="flex flex-col leading-tight">
      <span className="font-medium">
        {t(`keysLeft.key.${environment}`, { name, lastFour, application: applicationName })}
      </span>
      <span className="text-muted-foreground text-xs">
        {scopes.join(', ')}
        {' · '}
        {lastUsedAt ? (
          <>
            {t('keysChoice.used')} <Time value={lastUsedAt} format="relative" />
          </>
        ) : (
          t('keysChoice.unused')
        )}
      </span>
    </li>
  );
}
