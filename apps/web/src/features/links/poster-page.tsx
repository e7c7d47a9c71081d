'use client';

import { useQuery } from '@tanstack/react-query';
import { railsLabel } from '@tillgate/domain/rails/labels';
import { Button, buttonVariants, QrCode, Skeleton } from '@tillgate/ui';
import { ArrowLeft, Printer } from 'lucide-react';
import { useTranslations } from 'use-intl/react';
import { Link } from '@/features/shell/link';
import { LoadError } from '@/features/shell/load-error';
import { tenantPath } from '@/features/shell/tenant';
import { useTenant } from '@/features/shell/use-tenant';
import { useTRPC } from '@/trpc/client';
import { posterLanguages, posterTexts } from './poster-texts.ts';
import type { LinkDetail, LinkForm } from './types.ts';
import { useAmountText } from './use-amount-text.ts';

const qrSize = 240;

/** A sheet of A5 to hang up: what is paid, to whom, and the code to scan. */
export function PosterPage({ linkId }: { linkId: string }) {
  const t = useTranslations('links.poster');
  const trpc = useTRPC();
  const tenant = useTenant();
  const link = useQuery(trpc.links.get.queryOptions({ ...tenant, linkId }));
  const form = useQuery(trpc.links.form.queryOptions(tenant));
  return (
    <main className="mx-auto flex max-w-[148mm] flex-col gap-4 p-4 print:max-w-none print:p-0">
      <div data-print="hide" className="flex flex-wrap items-center gap-2">
        <h1 className="mr-auto font-semibold text-lg">{t('title')}</h1>
        <Link href={tenantPath(tenant, `links/${linkId}`)} className={buttonVariants()}>
          <ArrowLeft aria-hidden="true" />
          {t('back')}
        </Link>
        <Button variant="primary" icon={<Printer aria-hidden="true" />} onClick={() => window.print()}>
          {t('print')}
        </Button>
        <p className="basis-full text-muted-foreground text-sm">{t('help')}</p>
      </div>
      {link.data && form.data ? (
        <Poster link={link.data} form={form.data} environment={tenant.environment} />
      ) : link.isError || form.isError ? (
        <LoadError query={link.isError ? link : form} />
      ) : (
        <Skeleton className="h-[190mm] w-full" />
      )}
    </main>
  );
}

type Props = { link: LinkDetail; form: LinkForm; environment: string };

/** Black on white in both themes: it is paper. */
function Poster({ link, form, environment }: Props) {
  const t = useTranslations('links');
  const amountText = useAmountText();
  const { url, title, accountReference, offline } = link;
  if (url === null) return <p className="text-sm">{t('share.noAddress')}</p>;
  const languages = posterLanguages(link.language);
  const hasMenuWay = offline && form.account?.product === 'paybill' && accountReference !== null;
  return (
    <article className="flex flex-col items-center gap-4 rounded-lg border bg-white p-8 text-center text-black print:border-0 print:p-0">
      <p className="break-words font-semibold text-2xl">{form.merchantName}</p>
      <h2 className="break-words text-xl">{title}</h2>
      {link.amount !== null && <p className="font-bold text-3xl tabular-nums">{amountText(link)}</p>}
      {languages.map((language) => (
        <p key={language} lang={language} className="font-semibold text-xl">
          {posterTexts[language].scan(railsLabel(form.rails, language))}
        </p>
      ))}
      <QrCode value={url} label={t('share.qr', { title })} size={qrSize} />
      <p className="break-all font-mono text-xs">{url}</p>
      {languages.map((language) => (
        <p key={language} lang={language} className="text-sm">
          {posterTexts[language].how}
        </p>
      ))}
      {hasMenuWay &&
        languages.map((language) => (
          <p key={language} lang={language} className="text-sm">
            {posterTexts[language].menu}. {posterTexts[language].business}: <b>{form.account?.number}</b>,{' '}
            {posterTexts[language].account}: <b>{accountReference}</b>
          </p>
        ))}
      {environment === 'sandbox' &&
        languages.map((language) => (
          <p key={language} lang={language} className="font-semibold text-sm">
            {posterTexts[language].sandbox}
          </p>
        ))}
    </article>
  );
}
