'use client';

import { Checkbox } from '@tillgate/ui';
import { useTranslations } from 'use-intl/react';
import { usePermission } from '@/features/shell/use-permission';
import { useTenant } from '@/features/shell/use-tenant';
import { moneyOutScopes, type Scope, scopes } from './scopes.ts';

type Props = { chosen: Scope[]; onChange: (chosen: Scope[]) => void; error: string | undefined };

/** The scopes of a new key. In production, only owners and admins can let it move money out. */
export function ScopeChoice({ chosen, onChange, error }: Props) {
  const t = useTranslations('keys');
  const { environment } = useTenant();
  const mayGrant = usePermission('keys.grant') || environment === 'sandbox';
  const toggle = (scope: Scope, isOn: boolean) =>
    onChange(scopes.filter((other) => (other === scope ? isOn : chosen.includes(other))));
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1.5 font-medium text-sm">{t('create.scopes')}</legend>
      {scopes.map((scope) => (
        <Checkbox
          key={scope}
          label={t(`scopes.${scope}.name`)}
          description={t(`scopes.${scope}.text`)}
          checked={chosen.includes(scope)}
          disabled={!mayGrant && moneyOutScopes.includes(scope)}
          onCheckedChange={(isOn) => toggle(scope, isOn)}
        />
      ))}
      {!mayGrant && <p className="text-muted-foreground text-xs">{t('create.grantHelp')}</p>}
      {error && <p className="text-danger text-xs">{error}</p>}
    </fieldset>
  );
}
