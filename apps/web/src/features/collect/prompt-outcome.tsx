'use client';

import { Button, buttonVariants, Callout } from '@tillgate/ui';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl/react';
import type { Failure } from '@/features/orders/order-outcome';
import type { SaidNetwork } from '@/features/rails/said-network';
import { Link } from '@/features/shell/link';
import { tenantPath } from '@/features/shell/tenant';
import { useMessageOf } from '@/features/shell/use-message-of';
import { useTenant } from '@/features/shell/use-tenant';
import { formatMoney } from '@/format';
import type { Stage } from './countdown.ts';
import type { Progress } from './types.ts';

type Props = {
  stage: Stage;
  said: SaidNetwork;
  payment: Progress | undefined;
  failure: Failure | undefined;
  isSending: boolean;
  sendError: unknown;
  onResend(): void;
  onChange(): void;
  onAnother(): void;
};

/** The outcome and the next steps. Another prompt is offered only after this one has ended. */
export function Outcome(props: Props) {
  const { stage, said, payment, failure, onAnother } = props;
  const t = useTranslations('collect.progress');
  switch (stage) {
    case 'paid':
      return (
        <Callout
          tone="success"
          title={t('success', { amount: formatMoney(payment?.amount ?? 0) })}
          actions={<Ways payment={payment} onAnother={onAnother} />}
        >
          {payment?.providerReceipt ? t('receipt', { receipt: payment.providerReceipt }) : t('noReceipt')}
        </Callout>
      );
    case 'unclear':
      return (
        <Callout tone="warning" title={t('unclear', said)} actions={<Ways payment={payment} />}>
          {t('unclearText')}
        </Callout>
      );
    case 'not_sent':
    case 'unpaid':
      return <Unpaid {...props} failure={failure} />;
    default:
      return null;
  }
}

function Unpaid({ stage, payment, failure, isSending, sendError, onResend, onChange, onAnother }: Props) {
  const t = useTranslations('collect.progress');
  const sendMessage = useMessageOf()(sendError);
  const decoded = payment?.decoded;
  const isRetryable = decoded?.retryable ?? stage === 'not_sent';
  const title = decoded?.title ?? failure?.decoded?.title ?? (stage === 'not_sent' ? t('notSent') : t('failed'));
  const actions = (
    <Ways payment={payment} onAnother={onAnother}>
      {isRetryable && (
        <Button variant="primary" isPending={isSending} onClick={onResend}>
          {t('resend')}
        </Button>
      )}
      <Button onClick={onChange}>{t('change')}</Button>
    </Ways>
  );
  return (
    <Callout tone="danger" title={title} actions={actions}>
      <p>{decoded?.cause ?? failure?.detail}</p>
      {decoded && (
        <p className="mt-1">
          <span className="text-muted-foreground">{t('tell')}</span> “{decoded.customerMessage}”
        </p>
      )}
      <p className="mt-1 text-muted-foreground">{isRetryable ? t('safe') : t('whyNotRetryable')}</p>
      {sendMessage && (
        <p role="alert" className="mt-1 text-danger">
          {sendMessage}
        </p>
      )}
    </Callout>
  );
}

type WaysProps = { payment: Progress | undefined; onAnother?(): void; children?: ReactNode };

function Ways({ payment, onAnother, children }: WaysProps) {
  const t = useTranslations('collect.progress');
  const tenant = useTenant();
  return (
    <>
      {children}
      {payment && (
        <Link href={tenantPath(tenant, `payments/${payment.paymentId}`)} className={buttonVariants()}>
          {t('open')}
        </Link>
      )}
      {onAnother && (
        <Button variant="ghost" onClick={onAnother}>
          {t('another')}
        </Button>
      )}
    </>
  );
}
