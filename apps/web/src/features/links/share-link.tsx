'use client';

import { buttonVariants, CopyButton, Panel, QrCode } from '@tillgate/ui';
import { ExternalLink, MessageCircle } from 'lucide-react';
import { useTranslations } from 'use-intl/react';
import type { LinkDetail } from './types.ts';

const qrSize = 176;

/** The address of a link, to copy, to send and to scan. The code is drawn here: nobody else learns the address. */
export function ShareLink({ link: { url, title } }: { link: LinkDetail }) {
  const t = useTranslations('links.share');
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
              href={`https://wa.me/?text=${encodeURIComponent(t('message', { title, url }))}`}
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
          </div>
          <QrCode value={url} label={t('qr', { title })} size={qrSize} className="self-start" />
        </>
      )}
    </Panel>
  );
}
