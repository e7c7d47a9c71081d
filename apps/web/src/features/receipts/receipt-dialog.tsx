'use client';

import { useMutation } from '@tanstack/react-query';
import { buttonVariants, CopyButton, Dialog, QrCode, Spinner } from '@tillgate/ui';
import { ExternalLink, MessageCircle } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslations } from 'use-intl/react';
import { FormError } from '@/features/shell/form-error';
import { useTenant } from '@/features/shell/use-tenant';
import { useTRPC } from '@/trpc/client';

const qrSize = 200;

type Props = { paymentId: string; onClose(): void };

/** The address of a payment's receipt: to print, to send, and to scan at the counter. */
export function ReceiptDialog({ paymentId, onClose }: Props) {
  const t = useTranslations('receipts');
  const tenant = useTenant();
  const { mutate, data, error } = useMutation(useTRPC().links.receipt.mutationOptions());
  const { applicationId, environment } = tenant;
  useEffect(() => mutate({ applicationId, environment, paymentId }), [mutate, applicationId, environment, paymentId]);
  return (
    <Dialog title={t('title')} description={t('description')} onClose={onClose}>
      <FormError error={error} />
      {!data && !error && (
        <p role="status" className="flex items-center gap-2 py-6 text-muted-foreground text-sm">
          <Spinner /> {t('loading')}
        </p>
      )}
      {data && (
        <div className="flex flex-col items-center gap-4">
          <QrCode value={data.url} label={t('qr')} size={qrSize} />
          <p className="text-balance text-center text-muted-foreground text-sm">{t('scan')}</p>
          <div className="flex flex-wrap justify-center gap-2">
            <a href={data.url} target="_blank" rel="noreferrer" className={buttonVariants({ variant: 'primary' })}>
              <ExternalLink aria-hidden="true" />
              {t('view')}
            </a>
            <CopyButton value={data.url} label={t('copy')} showLabel />
            <a
              href={`https://wa.me/?text=${encodeURIComponent(t('message', data))}`}
              target="_blank"
              rel="noreferrer"
              className={buttonVariants()}
            >
              <MessageCircle aria-hidden="true" />
              {t('whatsApp')}
            </a>
          </div>
        </div>
      )}
    </Dialog>
  );
}
