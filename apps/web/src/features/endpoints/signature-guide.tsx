'use client';

import { CodeBlock, Panel } from '@tillgate/ui';
import { useTranslations } from 'use-intl/react';
import { guideUrl } from '@/features/shell/guide-url';

const sample = `import { createHmac, timingSafeEqual } from 'node:crypto';

/** rawBody: the bytes as they came, before any JSON parser. */
export function isFromTillgate(rawBody, header, secret) {
  const parts = header.split(',').map((part) => part.split('='));
  const t = parts.find(([name]) => name === 't')?.[1];
  if (Math.abs(Date.now() / 1000 - Number(t)) > 300) return false;
  const hex = createHmac('sha256', secret).update(t + '.').update(rawBody).digest('hex');
  const expected = Buffer.from(hex);
  return parts.some(([name, value]) => name === 'v1' &&
    value.length === expected.length && timingSafeEqual(Buffer.from(value), expected));
}`;

const steps = ['raw', 'hmac', 'compare', 'age'] as const;
const docsUrl = 'https://www.standardwebhooks.com';

/** How a receiver verifies the signature of a delivery. */
export function SignatureGuide({ apiUrl }: { apiUrl: string }) {
  const t = useTranslations('endpoints.signature');
  return (
    <Panel title={t('title')} description={t('description')} contentClassName="flex flex-col gap-3">
      <CodeBlock label={t('header')} code="x-webhook-signature: t=1772359200,v1=5257a869e7…" />
      <ol className="flex list-decimal flex-col gap-1.5 pl-5 text-sm">
        {steps.map((step) => (
          <li key={step}>{t(`steps.${step}`)}</li>
        ))}
      </ol>
      <CodeBlock title="Node.js" label={t('sample')} code={sample} />
      <p className="text-muted-foreground text-sm">
        {t('standard')}{' '}
        <a href={docsUrl} target="_blank" rel="noreferrer" className="text-link underline underline-offset-4">
          Standard Webhooks
        </a>
        . {t('docs')}{' '}
        <a
          href={guideUrl(apiUrl, 'verify-webhooks')}
          target="_blank"
          rel="noreferrer"
          className="text-link underline underline-offset-4"
        >
          {t('guide')}
        </a>
        .
      </p>
    </Panel>
  );
}
