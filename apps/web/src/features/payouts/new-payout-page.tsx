'use client';

import { useMutation, useQuery } from '@tanstack/react-query';
import type { RailName } from '@tillgate/domain/rails/labels';
import { Button, Card, CardContent, PageHeader } from '@tillgate/ui';
import { useSearchParams } from 'next/navigation';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { CredentialsNeeded } from '@/features/credentials/credentials-needed';
import { readAmount } from '@/features/money/entry';
import { idOf } from '@/features/orders/order-outcome';
import { OrderProgress } from '@/features/orders/order-progress';
import { newRequestKey } from '@/features/orders/request-key';
import { useSaidNetwork } from '@/features/rails/use-networks';
import { Confirmation } from '@/features/shell/confirmation';
import { useProven } from '@/features/shell/reauthentication';
import { tenantPath } from '@/features/shell/tenant';
import { Trail } from '@/features/shell/trail';
import { useTenant } from '@/features/shell/use-tenant';
import { formatMoney, formatNumber } from '@/format';
import { useTRPC } from '@/trpc/client';
import { fieldIssues } from '@/trpc/errors';
import { DisbursementOutcome } from './disbursement-outcome.tsx';
import { approvalFromNow } from './entry.ts';
import { type PayoutDraft, PayoutForm, type PayoutRequest, purposes, useSummary } from './payout-form.tsx';

/** One payout: entered, summarized, confirmed by typing the amount, and followed. */
export function NewPayoutPage() {
  const t = useTranslations('payouts');
  const tenant = useTenant();
  const trpc = useTRPC();
  const said = useSaidNetwork();
  const readiness = useQuery(trpc.payouts.readiness.queryOptions(tenant));
  // A new form is a new key: the one before keeps its order for ever.
  const [form, setForm] = useState({ key: newRequestKey(), isFirst: true });
  return (
    <div className="flex max-w-2xl flex-col gap-4">
      <PageHeader
        title={t('new.title')}
        description={t('new.description', said)}
        breadcrumbs={
          <Trail items={[{ label: t('title'), href: tenantPath(tenant, 'payouts') }, { label: t('new.title') }]} />
        }
      />
      {readiness.data?.rails.length === 0 ? (
        <NoInitiator />
      ) : (
        <NewPayout
          key={form.key}
          requestKey={form.key}
          isFilled={form.isFirst}
          rails={readiness.data?.rails ?? []}
          onAgain={() => setForm({ key: newRequestKey(), isFirst: false })}
        />
      )}
    </div>
  );
}

function NoInitiator() {
  const t = useTranslations('payouts.new.noInitiator');
  return <CredentialsNeeded title={t('title')} text={t('text', useSaidNetwork())} action={t('action')} />;
}

type Props = { requestKey: string; isFilled: boolean; rails: readonly RailName[]; onAgain: () => void };

function useDraft(isFilled: boolean) {
  const search = useSearchParams();
  const given = (name: string) => (isFilled ? (search.get(name) ?? '') : '');
  const purpose = purposes.find((value) => value === given('purpose')) ?? 'BusinessPayment';
  return useState<PayoutDraft>(() => ({
    phone: given('phone'),
    amount: given('amount'),
    purpose,
    remarks: given('remarks'),
    reason: '',
    rail: undefined,
  }));
}

function NewPayout({ requestKey, isFilled, rails, onAgain }: Props) {
  const t = useTranslations('payouts.new');
  const trpc = useTRPC();
  const tenant = useTenant();
  const { data: policy } = useQuery(trpc.policy.get.queryOptions(tenant));
  const approvalFrom = approvalFromNow(policy?.payoutFrom, policy?.unapproved.payout ?? 0);
  const sending = useMutation(useProven()(trpc.payouts.request.mutationOptions()));
  const [draft, setDraft] = useDraft(isFilled);
  const [request, setRequest] = useState<PayoutRequest>();
  const [issues, setIssues] = useState<Record<string, string>>({});
  const orderId = sending.data?.orderId;

  async function send({ phone, amount, purpose, remarks, reason, rail }: PayoutRequest) {
    const input = { ...tenant, phone, amount, commandId: purpose, remarks, reason, rail, requestKey };
    try {
      await sending.mutateAsync(input);
    } catch (error) {
      const found = fieldIssues(error);
      if (Object.keys(found).length === 0) throw error;
      setIssues(found);
    }
  }

  return (
    <Card>
      <CardContent>
        {orderId ? (
          <OrderProgress
            orderId={orderId}
            rail={draft.rail}
            actions={() => <Button onClick={onAgain}>{t('again')}</Button>}
          >
            {(order) => <DisbursementOutcome disbursementId={idOf(order, 'disbursementId') ?? ''} />}
          </OrderProgress>
        ) : (
          <PayoutForm
            draft={draft}
            rails={rails}
            onChange={(next) => {
              setDraft(next);
              setIssues({});
            }}
            issues={issues}
            approvalFrom={approvalFrom}
            limit={policy?.perTransaction ?? null}
            onReady={setRequest}
          />
        )}
      </CardContent>
      {request && !orderId && (
        <Confirm
          request={request}
          approvalFrom={approvalFrom}
          onConfirm={() => send(request)}
          onClose={() => setRequest(undefined)}
        />
      )}
    </Card>
  );
}

type ConfirmProps = {
  request: PayoutRequest;
  approvalFrom: number | null;
  onConfirm: () => Promise<void>;
  onClose: () => void;
};

function Confirm({ request, approvalFrom, onConfirm, onClose }: ConfirmProps) {
  const t = useTranslations('payouts.new');
  const { environment } = useTenant();
  const amount = formatMoney(request.amount);
  const summary = useSummary();
  const needsApproval = approvalFrom !== null && request.amount >= approvalFrom;
  return (
    <Confirmation
      title={summary(request.amount, request.phone)}
      summary={
        <>
          {needsApproval ? t('confirmApproval') : t('confirmNow')} {environment === 'sandbox' && t('sandbox')}
        </>
      }
      tone={environment === 'production' && !needsApproval ? 'danger' : 'default'}
      phrase={{
        text: String(request.amount),
        label: t('phrase', { amount: formatNumber(request.amount) }),
        accepts: (typed) => readAmount(typed) === request.amount,
      }}
      confirmLabel={needsApproval ? t('sendForApproval') : t('send', { amount })}
      onConfirm={onConfirm}
      onClose={onClose}
    />
  );
}
