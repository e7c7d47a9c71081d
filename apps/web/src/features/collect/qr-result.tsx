'use client';

import { Button, buttonVariants, Callout, Card, CardContent, CardFooter, CardHeader, Spinner } from '@tillgate/ui';
import { Download, Printer, QrCode } from 'lucide-react';
import { useTranslations } from 'use-intl/react';
import { failureOf } from '@/features/orders/order-outcome';
import { useOrder } from '@/features/orders/use-order';
import { FormError } from '@/features/shell/form-error';
import { formatMoney } from '@/format';
import type { QrRequest } from './qr-tab.tsx';
import type { Account } from './types.ts';

type Made = { orderId: string; request: QrRequest };

/** The code, as soon as the provider has drawn it. */
export function QrResult({ account, made }: { account: Account; made: Made | undefined }) {
  const t = useTranslations('collect.qr');
  const { order, isSettled, error } = useOrder(made?.orderId);
  if (!made) {
    return (
      <div className="grid min-h-72 place-items-center rounded-lg border border-dashed p-6 text-center">
        <div className="flex flex-col items-center gap-2 text-muted-foreground text-sm">
          <QrCode aria-hidden="true" className="size-8" />
          {t('empty')}
        </div>
      </div>
    );
  }
  if (error) return <FormError error={error} title={t('failed')} />;
  const png = order?.outcome?.ok ? order.outcome.qrBase64 : undefined;
  if (typeof png === 'string') return <Code png={png} request={made.request} account={account} />;
  if (order && isSettled) {
    return (
      <Callout tone="danger" role="alert" title={failureOf(order)?.decoded?.title ?? t('failed')}>
        {failureOf(order)?.detail}
      </Callout>
    );
  }
  return (
    <div role="status" className="grid min-h-72 place-items-center rounded-lg border border-dashed">
      <span className="flex items-center gap-2 text-muted-foreground text-sm">
        <Spinner /> {t('drawing')}
      </span>
    </div>
  );
}

function Code({ png, request, account }: { png: string; request: QrRequest; account: Account }) {
  const t = useTranslations('collect.qr');
  const source = `data:image/png;base64,${png}`;
  const amount = formatMoney(request.amount);
  const number = account.tillNumber ?? account.shortcode;
  return (
    <Card>
      <div>
        <CardHeader title={t('ready', { amount })} description={t('to', { account: number })} />
        <CardContent className="flex flex-col items-center gap-3">
          {/* biome-ignore lint/performance/noImgElement: it is in the page already, there is nothing to fetch */}
          <img
            src={source}
            alt={t('alt', { amount, reference: request.reference || '—' })}
            width={300}
            height={300}
            className="rounded-lg border bg-white p-2"
          />
          {request.reference && <p className="font-medium text-sm">{request.reference}</p>}
          <p className="text-balance text-center text-muted-foreground text-sm">{t('how')}</p>
        </CardContent>
      </div>
      <CardFooter className="justify-center" data-print="hide">
        <a href={source} download={`tillgate-qr-${request.amount}.png`} className={buttonVariants()}>
          <Download aria-hidden="true" />
          {t('download')}
        </a>
        <Button icon={<Printer aria-hidden="true" />} onClick={() => window.print()}>
          {t('print')}
        </Button>
      </CardFooter>
    </Card>
  );
}
