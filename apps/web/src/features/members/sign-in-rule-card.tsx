'use client';

import { useQuery } from '@tanstack/react-query';
import { Button, Panel, RadioGroup, Skeleton } from '@tillgate/ui';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { FormError } from '@/features/shell/form-error';
import { LoadError } from '@/features/shell/load-error';
import { toast } from '@/features/shell/toast';
import { useChange } from '@/features/shell/use-change';
import { useTRPC } from '@/trpc/client';
import type { SignInRule } from './types.ts';

/** What every member's session must have to see the organization. Owners choose it, from what their own session has. */
export function SignInRuleCard({ organizationId }: { organizationId: string }) {
  const t = useTranslations('members.signInRule');
  const query = useQuery(useTRPC().organizations.signInRule.queryOptions({ organizationId }));
  return (
    <Panel title={t('title')} description={t('description')}>
      {query.isPending && <Skeleton className="h-32" />}
      {query.isError && <LoadError query={query} />}
      {query.data?.mayChange === false && <p className="text-sm">{t(`${query.data.requirement ?? 'none'}.name`)}</p>}
      {query.data?.mayChange && <RuleForm organizationId={organizationId} rule={query.data} />}
    </Panel>
  );
}

type Choice = 'none' | 'second_factor' | 'sso';

function RuleForm({ organizationId, rule }: { organizationId: string; rule: SignInRule }) {
  const t = useTranslations('members.signInRule');
  const save = useChange(
    useTRPC().organizations.requireSignIn.mutationOptions({ onSuccess: () => toast.success(t('done')) }),
  );
  const saved: Choice = rule.requirement ?? 'none';
  const [choice, setChoice] = useState<Choice>(saved);
  const options = [
    { value: 'none', isLacking: false, text: t('none.text') },
    {
      value: 'second_factor',
      isLacking: !rule.own.secondFactor,
      text: rule.own.secondFactor ? t('second_factor.text') : t('second_factor.lacking'),
    },
    { value: 'sso', isLacking: rule.own.method !== 'oidc', text: ssoText() },
  ] as const;

  function ssoText() {
    if (rule.providerName === null) return t('sso.missing');
    return rule.own.method === 'oidc' ? t('sso.text') : t('sso.lacking', { name: rule.providerName });
  }

  function send(event: FormEvent) {
    event.preventDefault();
    save.mutate({ organizationId, requirement: choice === 'none' ? null : choice });
  }

  return (
    <form onSubmit={send} className="flex flex-col items-start gap-4">
      <FormError error={save.error} />
      <div className="w-full max-w-3xl">
        <RadioGroup
          boxed
          hideLabel
          label={t('title')}
          name="requirement"
          value={choice}
          onValueChange={(value) => setChoice(value as Choice)}
          options={options.map(({ value, isLacking, text }) => ({
            value,
            label: t(`${value}.name`),
            description: text,
            disabled: (isLacking || (value === 'sso' && rule.providerName === null)) && value !== saved,
          }))}
        />
      </div>
      <Button type="submit" isPending={save.isPending} disabled={choice === saved}>
        {t('save')}
      </Button>
    </form>
  );
}
