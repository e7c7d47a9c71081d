'use client';

import { buttonVariants, CopyButton, Panel, QrCode } from '@tillgate/ui';
import { ExternalLink, MessageCircle, Printer } from 'lucide-react';
import { useTranslations } from 'use-intl/react';
import { useNetworksLabel } from '@/features/rails/use-networks';
import { Link } from '@/features/shell/link';
import { tenantPath } from '@/features/shell/tenant';
import { useTenant } from '@/features/shell/use-tenant';
import type { LinkDetail } from './types.ts';

const qrSize = 176;

/** The address of a link, to copy, to send and to scan. The code is drawn here: nobody else learns the address. */
export function ShareLink({ link: { linkId, url, title } }: { link: LinkDetail }) {
  const tenant = useTenant();
  const t = useTranslations('links.share');
  const networks = useNetworksLabel();
  return (
    <Panel title={t('title')} contentClassName="flex flex-col gap-4">
      {url === null ? (
        <p className="text-sm">{t('noAddress')}</p>
      ) : (
        <>
          <p className="break-all rounded-md border bg-muted px-3 py-2 font-mono text-xs">{url}</p>
          <div className="flex flex-wrap gap-2">
            <CopyButton value={url} label={t('copy')} showLabel variant="primary" />
            <a
              href={`https://wa.me/?text=${encodeURIComponent(t('message', { title, url, networks }))}`}
              target="_blank"
              rel="noreferrer"
              className={buttonVariants()}
            >
              <MessageCircle aria-hidden="true" />
              {t('whatsApp')}
            </a>
            <a href={url} target="_blank" rel="noreferrer" className={buttonVariants()}>
              <ExternalLink aria-hidden="true" />
              {t('open')}
            </a>
            <Link href={tenantPath(tenant, `links/${linkId}/poster`)} className={buttonVariants()}>
              <Printer aria-hidden="true" />
              {t('poster')}
            </Link>
          </div>
          <QrCode value={url} label={t('qr', { title })} size={qrSize} className="self-start" />
        </>
      )}
    </Panel>
  );
}
