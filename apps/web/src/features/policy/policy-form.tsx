'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button, Callout, Card, CardContent, CardFooter, Field, Input, Switch } from '@tillgate/ui';
import type { inferRouterOutputs } from '@trpc/server';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { nameOf } from '@/features/orders/order-progress';
import { readAmount } from '@/features/payouts/entry';
import { FormError } from '@/features/shell/form-error';
import { ReauthenticationCancelled, useReauthentication } from '@/features/shell/reauthentication';
import { toast } from '@/features/shell/toast';
import { usePermission } from '@/features/shell/use-permission';
import { useTenant } from '@/features/shell/use-tenant';
import { formatMoney, Time } from '@/format';
import { useTRPC } from '@/trpc/client';
import { fieldIssues } from '@/trpc/errors';
import type { AppRouter } from '@/trpc/root';

type Policy = inferRouterOutputs<AppRouter>['policy']['get'];
const kinds = ['payout', 'reversal'] as const;
type Kind = (typeof kinds)[number];
type Draft = Record<Kind, { isOn: boolean; amount: string }>;

const defaultFrom = '10000';

function draftOf({ payoutFrom, reversalFrom }: Policy): Draft {
  const entry = (from: number | null) => ({ isOn: from !== null, amount: from === null ? defaultFrom : String(from) });
  return { payout: entry(payoutFrom), reversal: entry(reversalFrom) };
}

/** The threshold that a draft means: null never; undefined is no amount. */
function thresholdOf({ isOn, amount }: Draft[Kind]): number | null | undefined {
  return isOn ? readAmount(amount) : null;
}

/** The two thresholds, what they mean in plain words, and who could approve. */
export function PolicyForm({ policy }: { policy: Policy }) {
  const t = useTranslations('policy');
  const mayWrite = usePermission('policy.write');
  const [draft, setDraft] = useState<Draft>();
  const shown = draft ?? draftOf(policy);
  const { save, error, isPending } = useSave();
  const issues = fieldIssues(error);
  const isWrong = kinds.some((kind) => thresholdOf(shown[kind]) === undefined);

  async function submit(event: FormEvent) {
    event.preventDefault();
    const [payoutFrom, reversalFrom] = kinds.map((kind) => thresholdOf(shown[kind]));
    if (payoutFrom === undefined || reversalFrom === undefined) return;
    if (await save({ payoutFrom, reversalFrom })) setDraft(undefined);
  }

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Card>
        <CardContent className="flex flex-col gap-6">
          <p className="text-muted-foreground text-sm">{t('explain')}</p>
          {kinds.map((kind) => (
            <Threshold
              key={kind}
              kind={kind}
              entry={shown[kind]}
              approvers={policy.approvers[kind]}
              issue={issues[`${kind}From`]}
              disabled={!mayWrite}
              onChange={(entry) => setDraft({ ...shown, [kind]: entry })}
            />
          ))}
          <FormError error={error} fields="any" />
        </CardContent>
        <CardFooter>
          {mayWrite ? (
            <Button type="submit" variant="primary" disabled={!draft || isWrong} isPending={isPending}>
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

function useSave() {
  const t = useTranslations('policy');
  const trpc = useTRPC();
  const tenant = useTenant();
  const client = useQueryClient();
  const { run } = useReauthentication();
  const set = useMutation(trpc.policy.set.mutationOptions());
  const [error, setError] = useState<unknown>();

  async function save(policy: { payoutFrom: number | null; reversalFrom: number | null }): Promise<boolean> {
    setError(undefined);
    try {
      await run(() => set.mutateAsync({ ...tenant, ...policy }));
    } catch (thrown) {
      if (!(thrown instanceof ReauthenticationCancelled)) setError(thrown);
      return false;
    }
    await client.invalidateQueries(trpc.policy.pathFilter());
    toast.success(t('saved'));
    return true;
  }
  return { save, error, isPending: set.isPending };
}

type ThresholdProps = {
  kind: Kind;
  entry: Draft[Kind];
  approvers: Policy['approvers'][Kind];
  issue: string | undefined;
  disabled: boolean;
  onChange: (entry: Draft[Kind]) => void;
};

function Threshold({ kind, entry, approvers, issue, disabled, onChange }: ThresholdProps) {
  const t = useTranslations('policy');
  const from = readAmount(entry.amount);
  const names = approvers.map(nameOf).join(', ');
  return (
    <section aria-label={t(`kinds.${kind}`)} className="flex flex-col gap-3">
      <Switch
        label={t(`kinds.${kind}`)}
        description={t(`more.${kind}`)}
        checked={entry.isOn}
        disabled={disabled}
        onCheckedChange={(isOn) => onChange({ ...entry, isOn })}
      />
      {entry.isOn && (
        <div className="flex flex-col gap-3 pl-11">
          <Field
            label={t('from')}
            error={issue ?? (from === undefined ? t('amountWrong') : undefined)}
            className="max-w-xs"
          >
            <Input
              prefix="KES"
              inputMode="numeric"
              disabled={disabled}
              value={entry.amount}
              onChange={(event) => onChange({ ...entry, amount: event.target.value })}
            />
          </Field>
          {from !== undefined && (
            <p className="text-sm">
              {from === 1
                ? t(`always.${kind}`)
                : t(`means.${kind}`, { amount: formatMoney(from), below: formatMoney(from - 1) })}
            </p>
          )}
          {names ? (
            <p className="text-muted-foreground text-sm">{t('approvers', { names })}</p>
          ) : (
            <Callout tone="warning" title={t('nobody')}>
              {t('nobodyMore')}
            </Callout>
          )}
        </div>
      )}
    </section>
  );
}
