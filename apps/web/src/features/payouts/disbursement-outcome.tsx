'use client';

import { useQuery } from '@tanstack/react-query';
import { Callout, Spinner } from '@tillgate/ui';
import { useTranslations } from 'use-intl/react';
import { useSaidNetwork } from '@/features/rails/use-networks';
import { Link } from '@/features/shell/link';
import { tenantPath } from '@/features/shell/tenant';
import { useTenant } from '@/features/shell/use-tenant';
import { formatMoney } from '@/format';
import { useTRPC } from '@/trpc/client';

const quickMs = 750;
const calmMs = 3_000;
const quickLooks = 20;

/** Polls a pending payout or refund: first often, later less. Stops when it is settled. */
export function useDisbursement(disbursementId: string) {
  const trpc = useTRPC();
  const tenant = useTenant();
  return useQuery(
    trpc.payouts.get.queryOptions(
      { ...tenant, disbursementId },
      {
        staleTime: 0,
        refetchInterval: ({ state }) => {
          if (state.error || state.data?.disbursement.status !== 'pending') return false;
          return state.dataUpdateCount > quickLooks ? calmMs : quickMs;
        },
      },
    ),
  );
}

/** The outcome of a payout or refund that was just sent. Needs the texts of `payouts`. */
export function DisbursementOutcome({ disbursementId }: { disbursementId: string }) {
  const t = useTranslations('payouts.outcome');
  const tenant = useTenant();
  const { data } = useDisbursement(disbursementId);
  const said = useSaidNetwork(data?.disbursement.rail);
  const more = (
    <Link href={tenantPath(tenant, `payouts/${disbursementId}`)} className="font-medium text-link underline">
      {t('open')}
    </Link>
  );
  if (!data || data.disbursement.status === 'pending') {
    return (
      <Callout tone="info" icon={<Spinner />} title={t('sent', said)} actions={more}>
        {t('waiting', said)}
      </Callout>
    );
  }
  const { status, amount, providerReceipt, kind, resultDesc } = data.disbursement;
  if (status === 'success') {
    return (
      <Callout tone="success" title={t(`success.${kind}`, { amount: formatMoney(amount) })} actions={more}>
        {providerReceipt && (
          <>
            {t('receipt', said)} <span className="font-mono">{providerReceipt}</span>
          </>
        )}
      </Callout>
    );
  }
  return (
    <Callout tone="danger" role="alert" title={data.decoded?.title ?? t('failed')} actions={more}>
      <p>{data.decoded?.cause ?? resultDesc}</p>
      {data.decoded?.fix && <p className="mt-1 text-muted-foreground">{data.decoded.fix}</p>}
    </Callout>
  );
}
