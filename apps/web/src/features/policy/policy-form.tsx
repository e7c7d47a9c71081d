'use client';

import { Button, Card, CardContent, CardFooter, Switch } from '@tillgate/ui';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { readAmount } from '@/features/money/entry';
import { FormError } from '@/features/shell/form-error';
import { toast } from '@/features/shell/toast';
import { useChange } from '@/features/shell/use-change';
import { usePermission } from '@/features/shell/use-permission';
import { useTenant } from '@/features/shell/use-tenant';
import { Time } from '@/format';
import { useTRPC } from '@/trpc/client';
import { fieldIssues } from '@/trpc/errors';
import { AmountEntry } from './amount-entry.tsx';
import { type AmountField, amountFields, type Draft, draftOf, type Entry, fieldGroups, type Policy } from './fields.ts';

type Amounts = Record<AmountField, number | null>;
const groups = ['approval', 'limits'] as const;

/** The amount that an entry means: null is off; undefined is no amount. */
function amountOf({ isOn, amount }: Entry): number | null | undefined {
  return isOn ? readAmount(amount) : null;
}

/** All amounts of a draft; undefined while one of them is wrong. */
function amountsOf(draft: Draft): Amounts | undefined {
  const amounts = amountFields.map((field) => [field, amountOf(draft[field])] as const);
  if (amounts.some(([, amount]) => amount === undefined)) return undefined;
  return Object.fromEntries(amounts) as Amounts;
}

/** The form of thresholds and limits, with explanations. */
export function PolicyForm({ policy }: { policy: Policy }) {
  const t = useTranslations('policy');
  const tenant = useTenant();
  const mayWrite = usePermission('policy.write');
  const [draft, setDraft] = useState<Draft>();
  const shown = draft ?? draftOf(policy);
  const set = useChange(
    useTRPC().policy.set.mutationOptions({
      onSuccess: ({ status }) => {
        setDraft(undefined);
        if (status === 'waiting') toast.info(t('savedWaiting'));
        else toast.success(t('saved'));
      },
    }),
  );
  const issues = fieldIssues(set.error);
  const amounts = amountsOf(shown);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (amounts)
      set.mutate({ ...tenant, ...amounts, apiLikeDashboard: shown.apiLikeDashboard, requireKey: shown.requireKey });
  }

  return (
    <form onSubmit={submit} noValidate>
      <Card>
        <CardContent className="flex flex-col gap-6">
          {groups.map((group) => (
            <fieldset key={group} className="flex flex-col gap-6">
              <legend className="mb-2 font-semibold text-sm">{t(`groups.${group}`)}</legend>
              <p className="text-muted-foreground text-sm">{t(`explain.${group}`)}</p>
              {fieldGroups[group].map((field) => (
                <AmountEntry
                  key={field}
                  field={field}
                  entry={shown[field]}
                  policy={policy}
                  issue={issues[field]}
                  disabled={!mayWrite}
                  onChange={(entry) => setDraft({ ...shown, [field]: entry })}
                />
              ))}
              {group === 'approval' && !shown.apiApprovalFrom.isOn && (
                <Switch
                  label={t('apiLikeDashboard')}
                  description={t('apiLikeDashboardMore')}
                  checked={shown.apiLikeDashboard}
                  disabled={!mayWrite}
                  onCheckedChange={(apiLikeDashboard) => setDraft({ ...shown, apiLikeDashboard })}
                />
              )}
            </fieldset>
          ))}
          {tenant.environment === 'production' && (
            <Switch
              label={t('requireKey')}
              description={t('requireKeyMore')}
              checked={shown.requireKey}
              disabled={!mayWrite}
              onCheckedChange={(requireKey) => setDraft({ ...shown, requireKey })}
            />
          )}
          <p className="text-muted-foreground text-sm">{t('loosening')}</p>
          <FormError error={set.error} fields="any" />
        </CardContent>
        <CardFooter>
          {mayWrite ? (
            <Button type="submit" variant="primary" disabled={!draft || !amounts} isPending={set.isPending}>
              {t('save')}
            </Button>
          ) : (
            <p className="text-muted-foreground text-sm">{t('readOnly')}</p>
          )}
          {draft && <Button onClick={() => setDraft(undefined)}>{t('discard')}</Button>}
          {policy.updatedAt && (
            <p className="ml-auto text-muted-foreground text-xs">
              {t('changed')} <Time value={policy.updatedAt} />
            </p>
          )}
        </CardFooter>
      </Card>
    </form>
  );
}
